import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport } from '../../../platform/exports.ts'
import { bind } from '../../../platform/http/binding.ts'
import { pageNuisance } from './nuisance.reads.ts'
import type { Feature } from '../../../platform/feature.ts'
import { nuisanceExport } from './nuisance.export.ts'

const exportNuisance = (ctx: Ctx, input: InputOf<typeof endpoints.nuisance.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'nuisance', input)

const nuisanceRoutes = bind(endpoints.nuisance, { page: pageNuisance, export: exportNuisance })

export const nuisanceFeature: Feature = { name: 'nuisance', routes: () => nuisanceRoutes, exports: { nuisance: nuisanceExport } }
