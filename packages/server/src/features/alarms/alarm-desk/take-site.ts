import { type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { announce, lockHold, seenAgain, setHolder } from './hold.store.ts'
import { isAbsent } from './is-absent.ts'
import { findSite } from './operators.ts'

/**
 * The caller handles the alarms of a site from now on. Taking it from somebody who is present requires their id, so that nobody takes over
 * unknowingly; they are told at once. If the caller already holds it, only their last-seen time changes, which nobody has to be told.
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
