import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertVersion, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { lockOpenRecall } from './recall.store.ts'

/** Closes a recall. Devices still in use stay listed. @throws DomainError wrongState, staleVersion */
export const closeRecall = (ctx: Ctx, input: InputOf<typeof endpoints.recall.close>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const recall = await lockOpenRecall(ctx, write, input.id)
    await assertVersion(write, 'recall', recall, input.version)
    const changes = { state: 'closed', closed_at: write.at.toISOString(), close_note: input.note } as const
    await updateRow(write, 'recall', recall, changes, { action: 'recall.complete', name: recall.batch })
    return { id: recall.id }
  })
