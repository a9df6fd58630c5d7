import { limits, type endpoints, type InputOf, pageAddress, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, joining } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { announce, lockHold, seenAgain, setHolder, removeHold } from './hold.store.ts'
import { findSite, operatorsOf } from './operators.ts'
import { confirmAlarm } from '../alarm/lifecycle/transition-alarm.ts'

/**
 * Whether nothing was heard of a holder for so long that nobody has to wait for them. People who are present are heard from every minute. A
 * time in the future is from before the clock was set back.
 */
const isAbsent = (seenAt: string, at: Date): boolean =>
  Math.abs(at.getTime() - Date.parse(seenAt)) > limits.deskAbsentMinutes * 60_000

/**
 * The caller handles the alarms of a site from now on. Taking it from somebody who is present requires their id, so that nobody takes over
 * unknowingly; they are notified at once. If the caller already holds it, only their last-seen time changes, of which nobody has to be notified.
 * @throws heldByOther
 */
export const takeSite = async (ctx: Ctx, { projectId, from }: InputOf<typeof endpoints.alarmDesk.take>): Promise<null> => {
  const { accountId, name } = ctx.actor
  if (accountId === null) throw new Error('a site is taken by a person')
  await findSite(ctx.db, projectId)
  if (await seenAgain(ctx.systemDb, projectId, accountId, ctx.clock.now())) return null
  return transact(ctx, async (write) => {
    const site = await findSite(write.db, projectId)
    const me = { id: accountId, name }
    const before = await lockHold(write.systemDb, projectId)
    const allowed = [from, ...(before && isAbsent(before.seenAt, write.at) ? [before.id] : [])]
    const former = await setHolder(write, site, { id: me.id, givenBy: null, note: null }, allowed)
    await announce(write, site, { action: 'alarmDesk.take', change: 'siteTaken', holder: me, former: former ?? null, by: name })
    if (former && former.id !== accountId)
      await sendMessages(
        write,
        [former.id],
        'siteTaken',
        { project: site.name, who: name },
        pageAddress('alarmList', { open: true }),
      )
    return null
  })
}

/**
 * The second click, so that a holder never keeps anybody from a fire: takes the site over and confirms its alarm. @throws heldByOther if a
 * third person holds it by now; wrongState, raisedAgain
 */
export const takeAndConfirm = async (
  ctx: Ctx,
  { from, ...seen }: InputOf<typeof endpoints.alarmDesk.confirm>,
): Promise<{ id: number }> => {
  const alarm = await ctx.db.selectFrom('alarm').select(['project_id', 'tried_by']).where('id', '=', seen.id).executeTakeFirst()
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  // Seeing a test takes nobody's site: those who are called about a fire there would not be called any more.
  const projectId = alarm.tried_by === null ? alarm.project_id : null
  // In one write: if the alarm can no longer be confirmed, the site stays with its holder.
  return transact(ctx, async (write) => {
    const inWrite = joining(ctx, write)
    if (projectId !== null) await takeSite(inWrite, { projectId, ...(from === undefined ? {} : { from }) })
    return confirmAlarm(inWrite, seen)
  })
}

/** Releases a site that the caller has taken. @throws heldByOther if somebody else holds it by now */
export const releaseSite = (ctx: Ctx, { projectId }: InputOf<typeof endpoints.alarmDesk.release>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await findSite(write.db, projectId)
    const hold = await lockHold(write.systemDb, projectId)
    if (hold && hold.id !== ctx.actor.accountId) throw new DomainError('heldByOther', { who: hold.name, when: hold.since })
    // If it is already free, there is nothing left to do.
    if (hold) await removeHold(write.systemDb, projectId)
    const me = { id: ctx.actor.accountId ?? 0, name: ctx.actor.name }
    await announce(write, site, {
      action: 'alarmDesk.release',
      change: 'siteReleased',
      holder: null,
      former: me,
      by: ctx.actor.name,
    })
    return null
  })

/**
 * Gives a site to a colleague who sees it and may confirm its alarms. They are notified at once.
 * @throws heldByOther if it is held by somebody other than the caller or the person named in the call; operatorUnfit
 */
export const assignSite = (ctx: Ctx, input: InputOf<typeof endpoints.alarmDesk.assign>): Promise<null> =>
  transact(ctx, async (write) => {
    const { projectId, accountId, note = null, from } = input
    const site = await findSite(write.db, projectId)
    const fit = operatorsOf(write.systemDb, site, write.at)
      .select(['account.id', 'account.name'])
      .where('account.id', '=', accountId)
    const colleague = await fit.executeTakeFirst()
    if (!colleague) {
      const account = await write.db.selectFrom('account').select('name').where('id', '=', accountId).executeTakeFirst()
      throw new DomainError('operatorUnfit', { name: account?.name ?? '—' }, 'accountId')
    }
    const { accountId: me, name } = ctx.actor
    const before = await lockHold(write.systemDb, projectId)
    const allowed = [from, me ?? undefined, ...(before && isAbsent(before.seenAt, write.at) ? [before.id] : [])]
    const former = await setHolder(write, site, { id: colleague.id, givenBy: me, note }, allowed)
    const notified = former && former.id !== me && former.id !== colleague.id ? [former.id] : []
    await announce(write, site, {
      action: 'alarmDesk.assign',
      change: 'siteTaken',
      holder: colleague,
      former: former ?? null,
      by: name,
    })
    const link = pageAddress('alarmList', { open: true, projectId })
    if (colleague.id !== me)
      await sendMessages(write, [colleague.id], 'siteAssigned', { project: site.name, who: name, note: note ?? '—' }, link)
    await sendMessages(write, notified, 'siteTaken', { project: site.name, who: colleague.name }, link)
    return null
  })

/** Records that a person who has taken sites is at the desk. Like the use of a session, this leaves no audit row. */
export const present = async (ctx: Ctx): Promise<{ held: number }> => {
  const { numUpdatedRows } = await ctx.systemDb
    .updateTable('desk_hold')
    .set({ seen_at: ctx.clock.now() })
    .where('account_id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow()
  return { held: Number(numUpdatedRows) }
}
