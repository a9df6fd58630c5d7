import { about, endpoint } from '../../../kernel/endpoint.ts'
import { alarmRow } from '../../alarms/alarm/alarm.schema.ts'
import { id, input, instant, noInput, nullable, oneOf, optional, pageOf, Type } from '../../../kernel/schema.ts'
import { siteThings } from '../../../things.ts'

/** Exact counts within the caller's scope. */
export const homeFigures = Type.Object({
  projects: Type.Integer(),
  projectsOf: Type.Object({
    uninstall: Type.Integer(),
    installing: Type.Integer(),
    maintenance: Type.Integer(),
    overmaintenance: Type.Integer(),
  }),
  /** Projects to be audited, in any status. */
  pendingProjects: Type.Integer(),
  devices: Type.Integer(),
  /** By the status that lists show. Devices in stock without any sign, and scrapped ones, have none. */
  devicesOf: Type.Object({
    alarm: Type.Integer(),
    fault: Type.Integer(),
    lowPower: Type.Integer(),
    offline: Type.Integer(),
    online: Type.Integer(),
    unsupervised: Type.Integer(),
  }),
  devicesOnline: Type.Integer(),
  /** Devices in projects that are enabled but silent. */
  devicesOffline: Type.Integer(),
  gateways: Type.Integer(),
  gatewaysActivated: Type.Integer(),
  gatewaysOnline: Type.Integer(),
  /** Gateways in projects that are enabled but silent, or have never connected. */
  gatewaysOffline: Type.Integer(),
  /** Null: the caller may not see customers. */
  customers: nullable(Type.Integer()),
  openAlarms: Type.Integer(),
  unconfirmedAlarms: Type.Integer(),
  /** Open alarms with an exceeded response clock. */
  breachedAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  openOrders: Type.Integer(),
  /** The same by kind, because each kind has a list of its own. */
  openOrdersOf: Type.Object({
    install: Type.Integer(),
    repair: Type.Integer(),
    inspect: Type.Integer(),
    maintenance: Type.Integer(),
  }),
  overdueOrders: Type.Integer(),
})

/** The open alarms, up to the limit. The counts include all of them. */
export const liveAlarms = Type.Object({
  ...pageOf(alarmRow).properties,
  unconfirmed: Type.Integer(),
  /** Unconfirmed fires that the caller has not muted, oldest first, at most 1,000. A console sounds while there is one. */
  sounding: Type.Array(id()),
  /** The same for lesser alarms, for which a console sounds at longer intervals. */
  soundingWarnings: Type.Array(id()),
  soundingNotices: Type.Array(id()),
  /** Unconfirmed tests of people that the caller has not put aside. They never sound. */
  tests: Type.Array(id()),
})

/** What the header shows of faults and orders: the newest, and the total. Null: the caller may not see them. */
const noticeList = <S extends Parameters<typeof Type.Array>[0]>(row: S) =>
  nullable(Type.Object({ list: Type.Array(row), total: Type.Integer() }))

export const homeNotices = Type.Object({
  faults: noticeList(
    Type.Object({
      id: id(),
      typeNameZh: Type.String(),
      typeNameEn: Type.String(),
      state: oneOf('faultState'),
      projectName: nullable(Type.String()),
      deviceName: nullable(Type.String()),
      firstAt: instant(),
      timeZone: Type.String(),
    }),
  ),
  orders: noticeList(
    Type.Object({
      id: id(),
      kind: oneOf('orderKind'),
      code: Type.String(),
      status: oneOf('orderStatus'),
      projectName: nullable(Type.String()),
      dueAt: nullable(instant()),
      overdue: Type.Boolean(),
    }),
  ),
})

export const homeEndpoints = about([], {
  figures: endpoint({
    method: 'GET',
    path: 'web/data/home/figures',
    access: 'dataHome:view',
    shows: siteThings,
    input: noInput,
    output: homeFigures,
    summary: 'Counts of the home page',
  }),
  /** Also feeds the header’s badge and pop-up. */
  liveAlarms: endpoint({
    method: 'GET',
    path: 'web/data/home/alarms',
    access: 'alarm:view',
    shows: ['alarm'],
    input: input({ limit: optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    output: liveAlarms,
    summary: 'Open alarms, unconfirmed first, oldest first, and which of them must sound',
  }),
  notices: endpoint({
    method: 'GET',
    path: 'web/data/home/notices',
    access: 'session',
    shows: ['fault', 'order'],
    input: noInput,
    output: homeNotices,
    summary: 'Open faults, newest first, and open orders, the next due first: ten of each, of kinds that the caller may see',
  }),
})
