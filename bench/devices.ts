import { join } from 'node:path'
import { enums } from '@emberwatch/contract'
import { pageDevices, pageStock, selectDevices } from '../packages/server/src/features/equipment/device/device-list.reads.ts'
import {
  pageGatewayPresets,
  pageGateways,
  selectGateways,
} from '../packages/server/src/features/equipment/gateway/gateway.reads.ts'
import { pageTraceLog } from '../packages/server/src/features/equipment/product-trace/trace-log.reads.ts'
import { pageTracedDevices } from '../packages/server/src/features/equipment/product-trace/product-trace.reads.ts'
import {
  pageApplications,
  pageProjects,
  projectDetail,
  selectProjects,
} from '../packages/server/src/features/sites/project/project.reads.ts'
import { pageSignSites } from '../packages/server/src/features/sites/sign-site/sign-site.reads.ts'
import { pageUnknownDevices } from '../packages/server/src/features/equipment/unknown-report/unknown-report.reads.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { fillDevices } from './device-world.ts'
import { compareSides } from './list-times.ts'
import { addTree, openBenchWorld } from './world.ts'

// Times the lists and searches of projects, gateways and devices at many and at few: `node bench/devices.ts [devices]`.
// Filling takes minutes: with `DEVICES_DIR` the worlds are kept there for the next run. `ONLY` is a pattern of the questions' names.

const large = Number(process.argv[2] ?? 1_000_000)
/** A list is compared with one that has this many rows of its own kind; a row stands for so many devices (device-world.ts). */
const fewRows = 10_000
const devicesEach = { device: 1, stock: 30, gateway: 10, project: 20 } as const
type Kind = keyof typeof devicesEach

const kept = process.env['DEVICES_DIR']
const wanted = new RegExp(process.env['ONLY'] ?? '')

const openSide = async (devices: number) => {
  const world = await openBenchWorld(kept && join(kept, String(devices)))
  const tree = await addTree(world.db)
  const from = performance.now()
  if (!(await world.db.selectFrom('device').select('id').limit(1).executeTakeFirst())) {
    await fillDevices(world.db, tree.agents, devices)
    console.info(`${devices} devices in ${Math.round((performance.now() - from) / 1000)} s`)
  }
  const device = await world.db
    .selectFrom('device')
    .select(['id', 'code', 'batch', 'model_id', 'project_id', 'gateway_id', 'customer_id'])
    .where('path', '=', tree.agent)
    .where('gateway_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { world, tree, device, projectId: device.project_id ?? 0, gatewayId: device.gateway_id ?? 0 }
}
type Side = Awaited<ReturnType<typeof openSide>>
type Question = (ctx: Ctx, side: Side) => Promise<unknown>

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString()

const devices: Record<string, Question> = {
  devices: (ctx) => pageDevices(ctx, {}),
  'devices, page 200': (ctx) => pageDevices(ctx, { pageNum: 200 }),
  ...Object.fromEntries(
    enums.deviceStatus.map((status) => [`devices, ${status}`, (ctx) => pageDevices(ctx, { status })] as [string, Question]),
  ),
  'devices, not online': (ctx) => pageDevices(ctx, { online: false }),
  'devices by code': (ctx) => pageDevices(ctx, { sort: 'code', order: 'asc' }),
  'devices by battery': (ctx) => pageDevices(ctx, { sort: 'battery', order: 'asc' }),
  'devices, battery < 10': (ctx) => pageDevices(ctx, { batteryBelow: 10 }),
  'devices, silent 48 h': (ctx) => pageDevices(ctx, { silentHours: 48 }),
  'devices, disabled': (ctx) => pageDevices(ctx, { enabled: false }),
  'devices, scrapped': (ctx) => pageDevices(ctx, { scrapped: true }),
  'devices, unbound': (ctx) => pageDevices(ctx, { bound: false }),
  'devices, bound': (ctx) => pageDevices(ctx, { bound: true }),
  'devices, replace by': (ctx) => pageDevices(ctx, { replaceBefore: day(-3).slice(0, 10) }),
  'devices, model': (ctx, { device }) => pageDevices(ctx, { model: device.model_id }),
  'devices, batch': (ctx, { device }) => pageDevices(ctx, { batch: device.batch ?? '' }),
  'devices of a project': (ctx, { projectId }) => pageDevices(ctx, { projectId }),
  'devices, code': (ctx, { device }) => pageDevices(ctx, { keyword: device.code }),
  'devices, part of codes': (ctx) => pageDevices(ctx, { keyword: '0077' }),
  'devices, common word': (ctx) => pageDevices(ctx, { keyword: '烟感' }),
  'devices, absent word': (ctx) => pageDevices(ctx, { keyword: '喷淋头' }),
  'devices, room': (ctx) => pageDevices(ctx, { roomNumber: '777' }),
  'devices, a day': (ctx) => pageDevices(ctx, { startTime: day(101), endTime: day(100) }),
  'devices to choose': (ctx, { projectId }) => selectDevices(ctx, { projectId, keyword: '烟' }),
  traced: (ctx) => pageTracedDevices(ctx, {}),
  'traced, installed': (ctx) => pageTracedDevices(ctx, { traceState: 'installed' }),
  'traced, batch': (ctx, { device }) => pageTracedDevices(ctx, { batch: device.batch ?? '' }),
  'traced, range': (ctx) => pageTracedDevices(ctx, { codeFrom: 'DB00000100', codeTo: 'DB00000200' }),
  'traced, keyword': (ctx, { device }) => pageTracedDevices(ctx, { keyword: device.code }),
  steps: (ctx) => pageTraceLog(ctx, {}),
  'steps, bound': (ctx) => pageTraceLog(ctx, { step: 'bound' }),
  'steps of a code': (ctx, { device }) => pageTraceLog(ctx, { keyword: device.code }),
}

const stock: Record<string, Question> = {
  'devices to choose, free': (ctx) => selectDevices(ctx, { stock: true, keyword: '77' }),
  stock: (ctx) => pageStock(ctx, {}),
  'stock, 100 days': (ctx) => pageStock(ctx, { stockedDays: 100 }),
  // Matches half a per cent of the codes on either side, unlike a part of their beginning.
  'stock, keyword': (ctx) => pageStock(ctx, { keyword: '777' }),
}

/** There are as many of the others as there are gateways. */
const gateways: Record<string, Question> = {
  gateways: (ctx) => pageGateways(ctx, {}),
  'gateways, offline': (ctx) => pageGateways(ctx, { online: false }),
  'gateways, not activated': (ctx) => pageGateways(ctx, { activated: false }),
  'gateways, overdue': (ctx) => pageGateways(ctx, { heartbeatOverdue: true }),
  'gateways, firmware': (ctx) => pageGateways(ctx, { firmware: '1.7.0' }),
  'gateways, mqtt': (ctx) => pageGateways(ctx, { protocol: 'mqtt' }),
  'gateways, keyword': (ctx) => pageGateways(ctx, { keyword: '77-1' }),
  'gateways, common word': (ctx) => pageGateways(ctx, { keyword: '网关' }),
  'gateways, unbound': (ctx) => pageGateways(ctx, { bound: false }),
  'gateways by code': (ctx) => pageGateways(ctx, { sort: 'code', order: 'asc' }),
  'gateways in stock': (ctx) => pageGatewayPresets(ctx, {}),
  'gateways to choose': (ctx) => selectGateways(ctx, { keyword: '77' }),
  'sign-in addresses': (ctx) => pageSignSites(ctx, {}),
  'sign-in addresses, word': (ctx) => pageSignSites(ctx, { keyword: '北门 1 77' }),
  'sign-in addresses by name': (ctx) => pageSignSites(ctx, { sort: 'name', order: 'asc' }),
  'unknown devices': (ctx) => pageUnknownDevices(ctx, {}),
  'unknown devices, open': (ctx) => pageUnknownDevices(ctx, { handled: false }),
  'unknown devices, keyword': (ctx) => pageUnknownDevices(ctx, { keyword: 'U77' }),
}

const projects: Record<string, Question> = {
  projects: (ctx) => pageProjects(ctx, {}),
  'projects, installing': (ctx) => pageProjects(ctx, { status: 'installing' }),
  'projects, stopped': (ctx) => pageProjects(ctx, { stopped: true }),
  'projects, alarmed': (ctx) => pageProjects(ctx, { alarmed: true }),
  'projects, not alarmed': (ctx) => pageProjects(ctx, { alarmed: false }),
  'projects, on test': (ctx) => pageProjects(ctx, { onTest: true }),
  'projects, pending': (ctx) => pageProjects(ctx, { audit: 'pending' }),
  'projects by due time': (ctx) => pageProjects(ctx, { sort: 'dueAt', order: 'asc' }),
  'projects, due': (ctx) => pageProjects(ctx, { dueFrom: day(0), dueTo: day(-30) }),
  'projects, province': (ctx) => pageProjects(ctx, { province: '510000' }),
  'projects, word': (ctx) => pageProjects(ctx, { keyword: '厦77' }),
  'projects, code': (ctx, { projectId }) => pageProjects(ctx, { keyword: `PB${projectId}` }),
  'projects, common word': (ctx) => pageProjects(ctx, { keyword: '大厦' }),
  'projects, two letters': (ctx) => pageProjects(ctx, { keyword: '港湾' }),
  'projects to choose': (ctx) => selectProjects(ctx, {}),
  'projects to choose, word': (ctx) => selectProjects(ctx, { keyword: '77' }),
  'a project': (ctx, { projectId }) => projectDetail(ctx, { id: projectId }),
  applications: (ctx) => pageApplications(ctx, {}),
  'applications, pending': (ctx) => pageApplications(ctx, { audit: 'pending' }),
}

const sides = new Map<number, Side>()
const sideOf = async (count: number): Promise<Side> => {
  const side = sides.get(count) ?? (await openSide(count))
  sides.set(count, side)
  return side
}
try {
  const many = await sideOf(large)
  const compare = async (kind: Kind, questions: Record<string, Question>) => ({
    few: await sideOf(fewRows * devicesEach[kind]),
    many,
    questions: Object.fromEntries(Object.entries(questions).filter(([name]) => wanted.test(name))),
  })
  const comparisons = Object.entries({ device: devices, stock, gateway: gateways, project: projects }) as [
    Kind,
    Record<string, Question>,
  ][]
  const compared = []
  for (const [kind, questions] of comparisons) compared.push(await compare(kind, questions))
  await compareSides(compared)
} finally {
  for (const { world } of sides.values()) await world.stop()
}
