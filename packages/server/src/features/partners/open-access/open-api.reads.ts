import {
  DomainError,
  type AlarmRow,
  type DeviceRow,
  type endpoints,
  type FaultRow,
  type GatewayRow,
  type InputOf,
  type OpenAlarm,
  type OpenDevice,
  type OpenFault,
  type OpenGateway,
  type OpenOrder,
  type OpenProject,
  type OrderRow,
  type OutputOf,
  type ProjectRow,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { readAlarms } from '../../alarms/alarm/alarm.rows.ts'
import { journeyOf } from '../../alarms/alarm/lifecycle/journey.reads.ts'
import { pageDevices } from '../../equipment/device/device.reads.ts'
import { pageGateways } from '../../equipment/gateway/gateway.reads.ts'
import { pageFaults } from '../../alarms/fault/fault.reads.ts'
import { pageOrders } from '../../orders/order/order.reads.ts'
import { pageProjects } from '../../sites/project/project.reads.ts'

// The lists of the console, in the smaller and stable rows that partners see.

type Calls = typeof endpoints.openApi

export const openAlarmOf = (row: AlarmRow): OpenAlarm => ({
  id: row.id,
  code: row.code,
  state: row.state,
  level: row.level,
  typeZh: row.typeNameZh,
  typeEn: row.typeNameEn,
  sourceActive: row.sourceActive,
  test: row.test,
  projectId: row.projectId,
  projectName: row.projectName,
  deviceCode: row.deviceCode,
  deviceName: row.deviceName,
  roomNumber: row.roomNumber,
  gatewayCode: row.gatewayCode,
  repeatCount: row.repeatCount,
  firstAt: row.firstAt,
  lastAt: row.lastAt,
  confirmedAt: row.confirmedAt,
  closedAt: row.closedAt,
  result: row.result,
  handleWay: row.handleWay,
  cause: row.cause,
  orderCode: row.orderCode,
})

export const openFaultOf = (row: FaultRow): OpenFault => ({
  id: row.id,
  code: row.code,
  state: row.state,
  level: row.level,
  typeZh: row.typeNameZh,
  typeEn: row.typeNameEn,
  test: row.test,
  projectId: row.projectId,
  projectName: row.projectName,
  deviceCode: row.deviceCode,
  deviceName: row.deviceName,
  roomNumber: row.roomNumber,
  gatewayCode: row.gatewayCode,
  repeatCount: row.repeatCount,
  firstAt: row.firstAt,
  lastAt: row.lastAt,
  restoredAt: row.restoredAt,
  solvedAt: row.solvedAt,
  solvedWay: row.solvedWay,
  orderCode: row.orderCode,
})

const openDeviceOf = (row: DeviceRow): OpenDevice => ({
  code: row.code,
  name: row.name,
  status: row.status,
  online: row.online,
  enabled: row.enabled,
  seriesName: row.seriesName,
  modelName: row.modelName,
  network: row.network,
  projectId: row.projectId,
  projectName: row.projectName,
  gatewayCode: row.gatewayCode,
  building: row.building,
  floor: row.floor,
  roomNumber: row.roomNumber,
  place: row.place,
  battery: row.battery,
  signal: row.signal,
  firmware: row.firmware,
  lastSeenAt: row.lastSeenAt,
  boundAt: row.boundAt,
})

const openGatewayOf = (row: GatewayRow): OpenGateway => ({
  code: row.code,
  name: row.name,
  status: row.status,
  online: row.online,
  enabled: row.enabled,
  modelName: row.modelName,
  projectId: row.projectId,
  projectName: row.projectName,
  devices: row.devices,
  abnormalDevices: row.abnormalDevices,
  signal: row.signal,
  firmware: row.firmware,
  lastSeenAt: row.lastSeenAt,
})

const openProjectOf = (row: ProjectRow): OpenProject => ({
  id: row.id,
  code: row.code,
  name: row.name,
  typeZh: row.typeNameZh,
  typeEn: row.typeNameEn,
  status: row.status,
  audit: row.audit,
  stopped: row.stopped,
  onTest: row.onTest,
  address: row.address,
  timeZone: row.timeZone,
  devices: row.devices,
  gateways: row.gateways,
  abnormal: row.abnormal,
  openAlarms: row.openAlarms,
  dueAt: row.dueAt,
})

const openOrderOf = (row: OrderRow): OpenOrder => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  status: row.status,
  origin: row.origin,
  priority: row.priority,
  projectId: row.projectId,
  projectName: row.projectName,
  deviceCount: row.deviceCount,
  scheduledFrom: row.scheduledFrom,
  scheduledTo: row.scheduledTo,
  dueAt: row.dueAt,
  firstResponseAt: row.firstResponseAt,
  finishedAt: row.finishedAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

interface Listed<Row> {
  readonly list: Row[]
  readonly total: number
  readonly totalCapped: boolean
  readonly next?: string
}

/** The same page with other rows, and nothing else of it. */
const shown = <Row, Shown>({ list, total, totalCapped, next }: Listed<Row>, show: (row: Row) => Shown) => ({
  list: list.map(show),
  total,
  totalCapped,
  ...(next === undefined ? {} : { next }),
})

export const pageOpenAlarms = async (ctx: Ctx, input: InputOf<Calls['alarms']>): Promise<OutputOf<Calls['alarms']>> =>
  // The queue of the console has an order of its own.
  shown(await pageAlarms(ctx, { ...input, sort: 'firstAt' }), openAlarmOf)

export const openAlarmDetail = async (
  ctx: Ctx,
  { id }: InputOf<Calls['alarmDetail']>,
): Promise<OutputOf<Calls['alarmDetail']>> => {
  const [row] = await readAlarms(ctx.db, sql<boolean>`alarm.id = ${id}`)
  if (!row) throw new DomainError('notFound', {}, 'id')
  const steps = await journeyOf(ctx.db, id)
  return { ...openAlarmOf(row), steps: steps.map(({ at, step }) => ({ at, step })) }
}

export const pageOpenFaults = async (ctx: Ctx, input: InputOf<Calls['faults']>): Promise<OutputOf<Calls['faults']>> =>
  shown(await pageFaults(ctx, input), openFaultOf)

export const pageOpenDevices = async (ctx: Ctx, input: InputOf<Calls['devices']>): Promise<OutputOf<Calls['devices']>> =>
  shown(await pageDevices(ctx, input), openDeviceOf)

export const pageOpenGateways = async (ctx: Ctx, input: InputOf<Calls['gateways']>): Promise<OutputOf<Calls['gateways']>> =>
  shown(await pageGateways(ctx, input), openGatewayOf)

export const pageOpenProjects = async (ctx: Ctx, input: InputOf<Calls['projects']>): Promise<OutputOf<Calls['projects']>> =>
  shown(await pageProjects(ctx, input), openProjectOf)

export const pageOpenOrders = async (
  ctx: Ctx,
  { kind, ...input }: InputOf<Calls['orders']>,
): Promise<OutputOf<Calls['orders']>> => shown(await pageOrders(ctx, kind, input), openOrderOf)
