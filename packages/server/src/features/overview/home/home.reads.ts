import { enums, limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { questionOf } from '../../../platform/list.ts'
import { countOpenAlarms, openAlarms, unmutedAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { joinedStatus, withOpenRecords } from '../../equipment/device/device-status.ts'
import { isOpen, isOverdue } from '../../orders/order/order.filter.ts'
import { askOnce } from './home-period.ts'

type Home = typeof endpoints.home

/** With a million devices, counting takes half a second, and each event asks for it again. */
const countOnce = <Row>(ctx: Ctx, query: { compile(): CompiledQuery; executeTakeFirstOrThrow(): Promise<Row> }): Promise<Row> =>
  askOnce(ctx, questionOf(query.compile()), () => query.executeTakeFirstOrThrow())

const countOnline = (isSupervised: RawBuilder<boolean>) => [
  sql<number>`count(*)`.as('n'),
  sql<number>`count(*) filter (where online)`.as('online'),
  sql<number>`count(*) filter (where not online and ${isSupervised})`.as('offline'),
]

/**
 * The figures of the caller's home page. Deleted rows and faults of tests do not count. An order is overdue if it is past due and not
 * finished. Projects, devices and gateways of a large system may be up to 30 s old (`rememberSlow`).
 */
export const homeFigures = async (ctx: Ctx): Promise<OutputOf<Home['figures']>> => {
  const [alarms, projects, devices, gateways, customers, faults, orders] = await Promise.all([
    countOpenAlarms(ctx),
    countOnce(
      ctx,
      ctx.db
        .selectFrom('project')
        .where('deleted_at', 'is', null)
        .select((e) => [
          e.fn.countAll<number>().as('n'),
          ...enums.projectStatus.map((status) => e.fn.countAll<number>().filterWhere('status', '=', status).as(status)),
          e.fn.countAll<number>().filterWhere('audit', '=', 'pending').as('pending'),
        ]),
    ),
    countOnce(
      ctx,
      withOpenRecords(ctx.db.selectFrom('device').where('device.deleted_at', 'is', null))
        // Devices in stock, disabled or scrapped are not supervised.
        .select(countOnline(sql`device.project_id is not null and device.enabled and device.scrapped_at is null`))
        .select(
          enums.deviceStatus.map((name) =>
            sql<number>`count(*) filter (where device.scrapped_at is null and ${joinedStatus} = ${sql.lit(name)})`.as(
              `shown_${name}` as const,
            ),
          ),
        ),
    ),
    countOnce(
      ctx,
      ctx.db
        .selectFrom('gateway')
        .where('deleted_at', 'is', null)
        .select(countOnline(sql`project_id is not null and enabled`))
        .select(sql<number>`count(*) filter (where activated_at is not null)`.as('activated')),
    ),
    ctx.actor.operations.has('customer:view')
      ? countOnce(
          ctx,
          ctx.db
            .selectFrom('customer')
            .where('deleted_at', 'is', null)
            .select((e) => e.fn.countAll<number>().as('n')),
        )
      : null,
    ctx.db
      .selectFrom('fault')
      .where('state', '!=', 'solved')
      .where('test', '=', false)
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
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
        e.fn.countAll<number>().filterWhere(isOverdue(ctx.clock.now())).as('overdue'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return {
    projects: projects.n,
    projectsOf: {
      uninstall: projects.uninstall,
      installing: projects.installing,
      maintenance: projects.maintenance,
      overmaintenance: projects.overmaintenance,
    },
    pendingProjects: projects.pending,
    devices: devices.n,
    devicesOf: {
      alarm: devices.shown_alarm,
      fault: devices.shown_fault,
      lowPower: devices.shown_lowPower,
      offline: devices.shown_offline,
      online: devices.shown_online,
      unsupervised: devices.shown_unsupervised,
    },
    devicesOnline: devices.online,
    devicesOffline: devices.offline,
    gateways: gateways.n,
    gatewaysActivated: gateways.activated,
    customers: customers?.n ?? null,
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
  const [page, { unconfirmed }, sounding, soundingWarnings, soundingNotices, tests] = await Promise.all([
    openAlarms(ctx, limit),
    countOpenAlarms(ctx),
    unmutedAlarms(ctx, 'fire'),
    unmutedAlarms(ctx, 'warning'),
    unmutedAlarms(ctx, 'notice'),
    unmutedAlarms(ctx, 'test'),
  ])
  return { ...page, unconfirmed, sounding, soundingWarnings, soundingNotices, tests }
}
