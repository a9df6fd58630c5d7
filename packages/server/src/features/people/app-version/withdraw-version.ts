import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertApp } from './app-of.ts'
import { stepVersion } from './step-version.ts'

/** Withdraws a published version: it is no longer offered, and its file is no longer served. @throws reasonRequired, wrongState */
export const withdrawVersion = (ctx: Ctx, input: InputOf<typeof endpoints.appVersion.withdraw>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'app_version', { id: input.id })
    assertApp(ctx, row.app)
    const reason = input.reason.trim()
    if (reason === '') throw new DomainError('reasonRequired', {}, 'reason')
    await stepVersion(ctx, write, row, 'withdraw', { reason, withdrawn_at: write.at, withdrawn_by: write.by })
    return { id: row.id }
  })
