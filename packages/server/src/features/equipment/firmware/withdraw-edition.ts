import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { stepEdition } from './step-edition.ts'

/** Withdraws an edition: it is no longer offered to devices. Devices that have it keep it. */
export const withdrawEdition = (ctx: Ctx, input: InputOf<typeof endpoints.firmwareEdition.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const reason = input.reason.trim()
    if (reason === '') throw new DomainError('reasonRequired', {}, 'reason')
    const edition = await lockRow(write, 'firmware_edition', { id: input.id })
    await stepEdition(ctx, write, edition, 'withdraw', () => ({ reason, withdrawn_at: write.at, withdrawn_by: write.by }))
    return { id: edition.id }
  })
