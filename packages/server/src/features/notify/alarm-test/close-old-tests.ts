import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { openStates } from '../../alarms/alarm/alarm.filter.ts'
import { transitionAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'

/** Nobody looks at a test any more after this time. */
const openForMs = 24 * 3_600_000
/** The rest follows the next time. */
const atOnce = 100

/**
 * Closes test alarms of people that nobody has closed: their places would be shown in alarm for ever, and a real alarm there would look like
 * nothing new. Nothing that was reported is ever closed like this: no report joins the point of such a test. Returns how many there were.
 */
export const closeOldTests = async (ctx: Ctx): Promise<number> => {
  const before = new Date(ctx.clock.now().getTime() - openForMs)
  const old = await ctx.systemDb
    .selectFrom('alarm')
    .select('id')
    .where('tried_by', 'is not', null)
    .where('state', 'in', openStates)
    .where('first_at', '<', before.toISOString())
    .orderBy('id')
    .limit(atOnce)
    .execute()
  const closer: Ctx = { ...ctx, actor: { ...ctx.actor, operations: new Set(['alarm:deal']) } }
  await oneByOne(old, ({ id }) =>
    transitionAlarm(closer, { id, action: 'deal', changes: (at) => ({ closed_at: at, closed_by: null, handle_way: 'drill' }) }),
  )
  return old.length
}
