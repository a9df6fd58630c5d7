import { performance } from 'node:perf_hooks'
import { limits, pageAddress } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { NothingToDo, transactBriefly } from '../../../platform/transact.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { announce, lockHold, removeHold } from './hold.store.ts'
import { operatorsOf, type Site } from './operators.ts'

/** A change of the clock by this much is noticed. */
const stepMs = 30_000
/** Nobody loses a site because of a shorter interruption. Other processes may have checked meanwhile. */
const standstillMs = (limits.deskLapseMinutes - limits.deskAbsentMinutes) * 60_000
/** A person at a desk is heard from again within this time. */
const settleMs = limits.deskAbsentMinutes * 60_000

/**
 * Tells whether last-seen times can be compared with the clock. After a start, an interruption or a clock change, everybody seems to have
 * been silent for long and would lose their sites at once, so they first get time to be heard from again.
 */
export class Steadiness {
  #since: number | undefined
  #last: { readonly wall: number; readonly running: number } | undefined

  look(now: Date, running = performance.now()): boolean {
    const wall = now.getTime()
    const last = this.#last
    this.#last = { wall, running }
    const isStep =
      last === undefined ||
      Math.abs(wall - last.wall - (running - last.running)) > stepMs ||
      running - last.running > standstillMs
    if (isStep) this.#since = running
    return running - (this.#since ?? running) >= settleMs
  }
}

const lapseMs = limits.deskLapseMinutes * 60_000

/**
 * Frees sites whose holder has left: no session remains, nothing was heard from them for long, or they may no longer handle the site's
 * alarms. They are notified. Runs as the system; returns how many. `isSteady`: last-seen times can be compared with the clock.
 */
export const endDeskHolds = async (ctx: Ctx, { isSteady = true }: { readonly isSteady?: boolean } = {}): Promise<number> => {
  const now = ctx.clock.now()
  const holds = await ctx.systemDb
    .selectFrom('desk_hold')
    .innerJoin('project', 'project.id', 'desk_hold.project_id')
    .select(['project.id', 'project.name', 'project.company_id', 'project.path', 'project.customer_id'])
    .select(['desk_hold.account_id', 'desk_hold.seen_at'])
    .select(
      sql<boolean>`exists (select from session where session.account_id = desk_hold.account_id and session.expires_at > ${now})`.as(
        'signedIn',
      ),
    )
    .execute()
  let ended = 0
  await oneByOne(holds, async ({ account_id: holder, seen_at: seenAt, signedIn, ...site }) => {
    // A time in the future means that the clock has been set back.
    const silent = isSteady && Math.abs(now.getTime() - Date.parse(seenAt)) > lapseMs
    const fit = operatorsOf(ctx.systemDb, site, now).select('account.id').where('account.id', '=', holder)
    if (!silent && signedIn && (await fit.executeTakeFirst())) return
    if (await endHold(ctx, site, holder, seenAt)) ended++
  })
  return ended
}

/** Works for a deleted site too; otherwise it would keep the others from ending. */
const endHold = async (ctx: Ctx, site: Site, holder: number, seenAt: string): Promise<boolean> => {
  const isEnded = await transactBriefly(ctx, async (write) => {
    const hold = await lockHold(write.systemDb, site.id)
    // Somebody else has taken it by now, or the holder came back.
    if (hold?.id !== holder || hold.seenAt !== seenAt) throw new NothingToDo()
    await removeHold(write.systemDb, site.id)
    await announce(write, site, { action: 'alarmDesk.lapse', change: 'siteLapsed', holder: null, former: hold, by: null })
    await sendMessages(
      write,
      [holder],
      'siteLapsed',
      { project: site.name, minutes: limits.deskLapseMinutes },
      pageAddress('alarmList', { open: true }),
    )
    return true
  })
  return isEnded ?? false
}
