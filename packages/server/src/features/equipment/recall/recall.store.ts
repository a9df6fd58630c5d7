import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'

/** Locks an open recall. @throws DomainError notFound; wrongState naming who closed it */
export const lockOpenRecall = async (ctx: Ctx, write: Write, id: number) => {
  const recall = await lockRow(write, 'recall', { id })
  if (recall.state === 'open') return recall
  const state = enumLabel(ctx.locale, 'recallState', recall.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'recall', id)) })
}
