import { limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { countOpenAlarms, openAlarms, soundingAlarms } from '../alarm/alarm.reads.ts'
import { isOpen } from '../order/order.filter.ts'

type Home = typeof endpoints.dataCentre

const one = <T>(query: { executeTakeFirstOrThrow(): Promise<T> }): Promise<T> => query.executeTakeFirstOrThrow()

/**
 * The figures of the caller's home page. Soft-deleted rows do not count. An order is overdue if it is past due and not finished.
 */
export const homeFigures = async (ctx: Ctx): Promise<OutputOf<Home['figures']>> => {
  const now = ctx.clock.now().toISOString()
  const [alarms, projects, devices, gateways, faults, orders] = await Promise.all([
    countOpenAlarms(ctx),
    one(
      ctx.db
        .selectFrom('project')
        .where('deleted_at', 'is', null)
        .select((e) => e.fn.countAll<number>().as('n')),
    ),
    one(
      ctx.db
        .selectFrom('device')
        .where('deleted_at', 'is', null)
        .select((e) => [
          e.fn.countAll<number>().as('n'),
          e.fn.countAll<number>().filterWhere('online', '=', true).as('online'),
          // What is in stock, disabled or scrapped is not supervised.
          e.fn
            .countAll<number>()
            .filterWhere('online', '=', false)
            .filterWhere('project_id', 'is not', null)
            .filterWhere('enabled', '=', true)
            .filterWhere('scrapped_at', 'is', null)
            .as('offline'),
        ]),
    ),
    one(
      ctx.db
        .selectFrom('gateway')
        .where('deleted_at', 'is', null)
        .select((e) => [
          e.fn.countAll<number>().as('n'),
          e.fn.countAll<number>().filterWhere('online', '=', true).as('online'),
          e.fn
            .countAll<number>()
            .filterWhere('online', '=', false)
            .filterWhere('project_id', 'is not', null)
            .filterWhere('enabled', '=', true)
            .as('offline'),
        ]),
    ),
    one(
      ctx.db
        .selectFrom('fault')
        .where('state', '!=', 'solved')
        .select((e) => e.fn.countAll<number>().as('n')),
    ),
    one(
      ctx.db
        .selectFrom('work_order')
        .where(isOpen)
        .where('deleted_at', 'is', null)
        .select((e) => [
          e.fn.countAll<number>().as('n'),
          e.fn.countAll<number>().filterWhere('kind', '=', 'install').as('install'),
          e.fn.countAll<number>().filterWhere('kind', '=', 'repair').as('repair'),
          e.fn.countAll<number>().filterWhere('kind', '=', 'inspect').as('inspect'),
          e.fn.countAll<number>().filterWhere('kind', '=', 'maintenance').as('maintenance'),
          e.fn.countAll<number>().filterWhere('due_at', '<', now).filterWhere('finished_at', 'is', null).as('overdue'),
        ]),
    ),
  ])
  return {
    projects: projects.n,
    devices: devices.n,
    devicesOnline: devices.online,
    devicesOffline: devices.offline,
    gateways: gateways.n,
    gatewaysOnline: gateways.online,
    gatewaysOffline: gateways.offline,
    openAlarms: alarms.open,
    unconfirmedAlarms: alarms.unconfirmed,
    breachedAlarms: alarms.breached,
    openFaults: faults.n,
    openOrders: orders.n,
    openOrdersOf: {
      install: orders.install,
      repair: orders.repair,
      inspect: orders.inspect,
      maintenance: orders.maintenance,
    },
    overdueOrders: orders.overdue,
  }
}

export const liveAlarms = async (
  ctx: Ctx,
  { limit = limits.defaultPageSize }: InputOf<Home['liveAlarms']>,
): Promise<OutputOf<Home['liveAlarms']>> => {
  const [page, { unconfirmed }, sounding, soundingWarnings, soundingNotices] = await Promise.all([
    openAlarms(ctx, limit),
    countOpenAlarms(ctx),
    soundingAlarms(ctx, 'fire'),
    soundingAlarms(ctx, 'warning'),
    soundingAlarms(ctx, 'notice'),
  ])
  return { ...page, unconfirmed, sounding, soundingWarnings, soundingNotices }
}
