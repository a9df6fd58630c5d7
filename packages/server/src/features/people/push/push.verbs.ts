import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { isPushAddress } from '../../../platform/channels/push-address.ts'
import { areBrowserKeys } from '../../../platform/channels/push-keys.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { pushKeys } from './push-reach.ts'
import type { Tables } from '../../../tables/index.ts'

/** The most browsers and phones per account. */
const mostPhones = 20

type Register = typeof endpoints.push.register

/** Whether messages still reach it: it was made with one of our keys, and none has failed for good since it was made. */
const isLive = async ({ systemDb }: Write, { endpoint, publicKey, replaces }: InputOf<Register>): Promise<boolean> => {
  if (publicKey !== undefined && !(await pushKeys(systemDb)).includes(publicKey)) return false
  if (replaces !== undefined) return true
  const ended = await systemDb.selectFrom('push_ended').select('at').where('endpoint', '=', endpoint).executeTakeFirst()
  return ended === undefined
}

/** Forgets the subscription that a new one has replaced. */
const forget = async ({ systemDb }: Write, accountId: number, { endpoint, replaces }: InputOf<Register>): Promise<void> => {
  if (replaces === undefined) return
  const former = [replaces, endpoint]
  await systemDb.deleteFrom('push_ended').where('account_id', '=', accountId).where('endpoint', 'in', former).execute()
  await systemDb.deleteFrom('push_subscription').where('account_id', '=', accountId).where('endpoint', '=', replaces).execute()
}

/** Directs push messages of the caller's account to this browser, and no longer those of the account that used it before. */
export const registerPush = (ctx: Ctx, input: InputOf<Register>): Promise<OutputOf<Register>> =>
  transact(ctx, async (write) => {
    const providers = await write.systemDb
      .selectFrom('notify_provider')
      .select('settings')
      .where('kind', '=', 'webPush')
      .where('enabled', '=', true)
      .execute()
    const isUsable = (hosts: string | undefined): boolean => isPushAddress(input.endpoint, hosts)
    if (!isUsable(undefined) && !providers.some(({ settings }) => isUsable(settings.pushHosts)))
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.pushAddress') }, 'endpoint')
    if (!areBrowserKeys(input)) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.pushKeys') }, 'p256dh')
    const { endpoint, p256dh, auth, publicKey = null } = input
    const accountId = ownId(ctx.actor)
    if (!(await isLive(write, input))) {
      write.audit(selfAudit(ctx.actor, 'push.register'))
      return { live: false }
    }
    await forget(write, accountId, input)
    const row = { account_id: accountId, p256dh, auth, user_agent: ctx.origin.userAgent, public_key: publicKey }
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
    return { live: true }
  })

/** Ends push messages to this browser. Another account's subscription is left alone. */
export const unregisterPush = (ctx: Ctx, { endpoint }: InputOf<typeof endpoints.push.unregister>): Promise<null> =>
  transact(ctx, async (write) => {
    await write.systemDb
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .where('account_id', '=', ownId(ctx.actor))
      .execute()
    write.audit(selfAudit(ctx.actor, 'push.unregister'))
    return null
  })

/**
 * Deletes the push subscriptions of a person who was signed out everywhere, so that whoever has one of their phones, or has added one of
 * their own, reads nothing more. Their own phones return when they sign in there.
 */
export const dropSubscriptionsOf = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('account_id', '=', accountId).execute()
}
