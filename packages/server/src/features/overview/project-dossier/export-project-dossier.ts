import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'

type Export = typeof endpoints.projectDossier.export

/** Orders the dossier of a project; a job writes it. */
export const exportProjectDossier = (ctx: Ctx, input: InputOf<Export>): Promise<OutputOf<Export>> =>
  startExport(ctx, 'projectDossier', { ...input, format: 'pdf' })
