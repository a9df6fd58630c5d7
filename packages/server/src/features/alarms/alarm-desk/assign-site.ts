import { DomainError, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { announce, lockHold, setHolder } from './hold.store.ts'
import { isAbsent } from './is-absent.ts'
import { findSite, operatorsOf } from './operators.ts'

/**
 * Gives a site to a colleague who sees it and may confirm its alarms. They are told at once.
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
    const told = former && former.id !== me && former.id !== colleague.id ? [former.id] : []
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
    await sendMessages(write, told, 'siteTaken', { project: site.name, who: colleague.name }, link)
    return null
  })
