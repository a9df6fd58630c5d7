import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { isPushAddress } from '../../platform/channels/push-address.ts'
import { areBrowserKeys } from '../../platform/channels/push-keys.ts'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { ownId, selfAudit } from '../../platform/self-audit.ts'
import { transact } from '../../platform/transact.ts'

/** The most browsers and phones per account. */
const mostPhones = 20

/** Directs push messages of the caller's account to this browser, and no longer those of the account that used it before. */
export const registerPush = (ctx: Ctx, input: InputOf<typeof endpoints.push.register>): Promise<null> =>
  transact(ctx, async (write) => {
    const provider = await write.systemDb
      .selectFrom('notify_provider')
      .select('settings')
      .where('kind', '=', 'webPush')
      .where('enabled', '=', true)
      .orderBy('priority')
      .executeTakeFirst()
    if (!isPushAddress(input.endpoint, provider?.settings.pushHosts))
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.pushAddress') }, 'endpoint')
    if (!areBrowserKeys(input)) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.pushKeys') }, 'p256dh')
    const { endpoint, p256dh, auth } = input
    const accountId = ownId(ctx.actor)
    const row = { account_id: accountId, p256dh, auth, user_agent: ctx.origin.userAgent }
    // Another account's subscription can be taken over only by the browser itself, which knows its secret: an address alone may have been
    // read in a log.
    const stored = await write.systemDb
      .insertInto('push_subscription')
      .values({ endpoint, ...row, created_at: write.at })
      .onConflict((conflict) =>
        conflict
          .column('endpoint')
          .doUpdateSet(row)
          .where((e) => e.or([e('push_subscription.account_id', '=', accountId), e('push_subscription.auth', '=', auth)])),
      )
      .returning('id')
      .executeTakeFirst()
    if (!stored) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.pushAddress') }, 'endpoint')
    // The oldest ones belong to browsers that are long gone.
    const kept = write.systemDb
      .selectFrom('push_subscription')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .limit(mostPhones)
    await write.systemDb.deleteFrom('push_subscription').where('account_id', '=', accountId).where('id', 'not in', kept).execute()
    write.audit(selfAudit(ctx.actor, 'push.register'))
    return null
  })
