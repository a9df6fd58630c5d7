import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { sendMessages } from '../message/send-messages.ts'
import { accountById } from './account.store.ts'
import { claimTelling } from './attempts.store.ts'

const hourMs = 3_600_000

/**
 * Tells the owner of an account that passwords or codes are being tried on it; once an hour at most. Nobody waits for it, or the time of an answer would
 * say that there is such an account.
 */
export const tellOwner = (ctx: Ctx, accountId: number, failures: number): void =>
  void tell(ctx, accountId, failures).catch(() => undefined)

const tell = async (ctx: Ctx, accountId: number, failures: number): Promise<void> => {
  const now = ctx.clock.now()
  if (!(await claimTelling(ctx.systemDb, `told:${accountId}`, now, new Date(now.getTime() - hourMs)))) return
  const account = await accountById(ctx.systemDb, accountId)
  await transact(ctx, async (write) => {
    const { ip } = ctx.origin
    await sendMessages(write, [accountId], 'signInAttempts', { count: failures, ip: ip ?? '—' })
    write.audit({
      action: 'account.attempts',
      object: { kind: 'account', id: accountId, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
      changes: { count: [null, failures] },
    })
  })
}
