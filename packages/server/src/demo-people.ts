import { confirmAlarm, resolveAlarm, misreportAlarm } from './features/alarms/alarm/lifecycle/transition-alarm.ts'
import type { Ctx } from './platform/context.ts'
import { simulatedGateways } from '../seed/demo-secrets.ts'
import { as } from '../seed/demo-work.ts'

/** A visitor has this long to confirm an alarm before the desk of the demo does. */
const confirmAfterS = 240
/** What is quiet again is closed after this, or as soon as there is more than this many of it; what still stands, much later. */
const closeAfterS = 4_000
const mostQuiet = 4
const giveUpAfterS = 6 * 3_600
const lookEveryMs = 20_000

const desks = ['northduty', 'southadmin'] as const
const causes = ['cooking', 'dust', 'steam', 'construction'] as const

const words = {
  northduty: { note: 'Checked on site, no fire', reason: 'The detector was reset by hand' },
  southadmin: { note: '已现场核实，无火情', reason: '探测器已人工复位' },
} as const

/**
 * One look of the desks at the open alarms: at most one each is confirmed and one closed, as people would. Only what the simulator has raised:
 * an alarm of a gateway of one's own, or a test that a person has raised, waits for a person.
 */
export const lookAtAlarms = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now().getTime()
  const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
  const simulated = await simulatedGateways(ctx.systemDb)
  for (const account of desks) {
    const desk = await as(ctx, account)
    const alarms = desk.db
      .selectFrom('alarm')
      .select(['id', 'source_active', 'first_at'])
      .where((e) => e('gateway_id', '=', e.fn.any(e.val(simulated))))
      .where('tried_by', 'is', null)
      .orderBy('first_at')
      .limit(100)
    const waiting = await alarms
      .where('state', '=', 'unconfirmed')
      .where('first_at', '<', before(confirmAfterS))
      .executeTakeFirst()
    if (waiting) await confirmAlarm(desk, waiting)
    const confirmed = await alarms.where('state', '=', 'confirmed').execute()
    const quiet = confirmed.filter((alarm) => !alarm.source_active)
    const [oldest] = quiet
    const isDue = quiet.length > mostQuiet || (oldest && new Date(oldest.first_at).getTime() < now - closeAfterS * 1_000)
    const done = isDue ? oldest : confirmed.find((alarm) => new Date(alarm.first_at).getTime() < now - giveUpAfterS * 1_000)
    if (!done) continue
    const { note, reason } = words[account]
    const closing = { id: done.id, note, ...(done.source_active ? { reason } : {}) }
    const cause = causes[done.id % (causes.length + 2)]
    if (cause) await misreportAlarm(desk, { ...closing, cause })
    else await resolveAlarm(desk, { ...closing, handleWay: 'onSite' })
  }
}

/** The desks of the demo work on what the simulator raises, so that an hour later it still looks like the first minute. */
export const startDemoPeople = (ctx: Ctx): (() => Promise<void>) => {
  let looking = Promise.resolve()
  // A visitor may have been quicker, changed the account or stopped the database: the next look is soon.
  const timer = setInterval(() => {
    looking = looking.then(() => lookAtAlarms(ctx)).catch(() => undefined)
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await looking
  }
}
