import { limits } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { sendMessages } from '../message/send-messages.ts'
import { announce, lockHold, removeHold } from './hold.store.ts'
import { findSite, operatorsOf } from './operators.ts'

const lapseMs = limits.deskLapseMinutes * 60_000

/**
 * Sites whose holder is gone: no session is left, nothing was heard of them for long, or they may not handle its alarms any more. They lose them
 * visibly. Runs as the system; returns how many.
 */
export const endHolds = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock.now()
  const holds = await ctx.systemDb
    .selectFrom('desk_hold')
    .innerJoin('project', 'project.id', 'desk_hold.project_id')
    .select(['project.id', 'project.path', 'project.customer_id', 'desk_hold.account_id', 'desk_hold.seen_at'])
    .select(
      sql<boolean>`exists (select from session where session.account_id = desk_hold.account_id and session.expires_at > ${now})`.as(
        'signedIn',
      ),
    )
    .execute()
  let ended = 0
  for (const { id, account_id: holder, seen_at: seenAt, signedIn, ...site } of holds) {
    const silent = now.getTime() - Date.parse(seenAt) > lapseMs
    const fit = operatorsOf(ctx.systemDb, { id, ...site }, now)
      .select('account.id')
      .where('account.id', '=', holder)
    if (!silent && signedIn && (await fit.executeTakeFirst())) continue
    if (await endHold(ctx, id, holder, seenAt)) ended++
  }
  return ended
}

const stillThere = Symbol('still there')

const endHold = async (ctx: Ctx, projectId: number, holder: number, seenAt: string): Promise<boolean> => {
  try {
    await transact(ctx, async (write) => {
      const hold = await lockHold(write.systemDb, projectId)
      // Somebody else has it by now, or they came back.
      if (hold?.id !== holder || hold.seenAt !== seenAt) throw stillThere
      const site = await findSite(write.systemDb, projectId)
      await removeHold(write.systemDb, projectId)
      await announce(write, site, { action: 'alarmDesk.lapse', change: 'siteLapsed', holder: null, former: hold, by: null })
      await sendMessages(
        write,
        [holder],
        'siteLapsed',
        { project: site.name, minutes: limits.deskLapseMinutes },
        '/alarm/alarmLogList?open=true',
      )
    })
    return true
  } catch (error) {
    if (error === stillThere) return false
    throw error
  }
}
