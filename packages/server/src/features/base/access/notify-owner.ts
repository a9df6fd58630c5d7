import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../message/send-messages.ts'
import { claimNotification } from './attempts.store.ts'

const hourMs = 3_600_000

/**
 * Notifies the owner of an account that passwords or codes are being tried on it, at most once an hour. Nothing waits for it, or
 * the response time would reveal that the account exists.
 */
export const notifyOwner = (ctx: Ctx, accountId: number, failures: number): void =>
  void notify(ctx, accountId, failures).catch(() => undefined)

const notify = async (ctx: Ctx, accountId: number, failures: number): Promise<void> => {
  const now = ctx.clock.now()
  if (!(await claimNotification(ctx.systemDb, `told:${accountId}`, now, new Date(now.getTime() - hourMs)))) return
  const account = await ctx.systemDb
    .selectFrom('account')
    .select(['name', 'company_id', 'path'])
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
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
