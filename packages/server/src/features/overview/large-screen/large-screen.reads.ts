import type { AlarmRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { homeFigures, liveAlarms } from '../home/home.reads.ts'
import { dutyNow } from '../../notify/duty/duty-calendar.reads.ts'
import { isOpen } from '../../orders/order/order.filter.ts'
import { ctxAt } from './screen-place.ts'

type Screen = typeof endpoints.largeScreen

/** For whom the screen is. */
export const screenInfo = async (ctx: Ctx): Promise<OutputOf<Screen['screen']>> => {
  const { kiosk, companyId } = ctx.actor
  // A customer's or narrow account does not see the company that it belongs to.
  const company = await ctx.systemDb
    .selectFrom('company')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const within = 'within' in ctx.scope ? ctx.scope.within : undefined
  const project =
    within && 'project' in within
      ? await ctx.db.selectFrom('project').select('name').where('id', '=', within.project).executeTakeFirst()
      : undefined
  return {
    companyId: company.id,
    companyName: company.name,
    timeZone: company.time_zone,
    projectName: project?.name ?? null,
    kiosk: kiosk ? { name: kiosk.name, validUntil: new Date(kiosk.validUntil).toISOString() } : null,
  }
}

/** The counters of the home page, of a part if one is asked for, and the open orders by kind and status. */
export const screenFigures = async (ctx: Ctx, place: InputOf<Screen['figures']>): Promise<OutputOf<Screen['figures']>> => {
  const at = ctxAt(ctx, place)
  const [figures, orders] = await Promise.all([
    homeFigures(at),
    at.db
      .selectFrom('work_order')
      .where(isOpen)
      .where('deleted_at', 'is', null)
      .select((e) => ['kind', 'status', e.fn.countAll<number>().as('count')])
      .groupBy(['kind', 'status'])
      .orderBy('kind')
      .orderBy('status')
      .execute(),
  ])
  return { ...figures, orders }
}

/** Without anything about people. */
const withoutPeople = (row: AlarmRow): AlarmRow => ({
  ...row,
  holderId: null,
  holderName: null,
  heldAt: null,
  confirmedBy: null,
  closedBy: null,
  note: null,
})

/** Always all open alarms: no choice of a province hides a fire. */
export const screenAlarms = async (ctx: Ctx, input: InputOf<Screen['alarms']>): Promise<OutputOf<Screen['alarms']>> => {
  const alarms = await liveAlarms(ctx, input)
  return ctx.actor.kiosk ? { ...alarms, list: alarms.list.map(withoutPeople) } : alarms
}

/** Teams of a duty room fit on a screen; those with somebody on duty come first. */
const mostTeams = 12

export const screenDuty = async (ctx: Ctx): Promise<OutputOf<Screen['duty']>> =>
  (await dutyNow(ctx))
    .map(({ id, name, onDuty, until }) => ({ id, team: name, people: onDuty.map((person) => person.name), until }))
    .toSorted((a, b) => Number(a.people.length === 0) - Number(b.people.length === 0))
    .slice(0, mostTeams)
