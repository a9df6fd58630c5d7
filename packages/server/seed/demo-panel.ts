import type { Transaction } from 'kysely'
import type { Tables } from '../src/tables/index.ts'
import { seedLinkedPanel, type PointModel } from './demo-linked-panel.ts'
import type { Words } from './demo-tree.ts'

/** The fire alarm panel of a demo project, and the transmitter (GB/T 26875.3) that reports for it. */
const project = 'harbour'
const gatewayCode = 'GW-HARBOUR-UITD'
/** A number that no transmitter is likely to have. */
const address = '20260901'
export const demoLinkAddress = `gb26875:${address}`

/** Models of the points by their code, each in a series of its own. */
const models = {
  'FP-SMOKE': { category: 'detector', name: 'Photoelectric smoke detector of a panel' },
  'FP-HEAT': { category: 'detector', name: 'Heat detector of a panel' },
  'FP-CALL': { category: 'manualStation', name: 'Call point of a panel' },
  'FP-MODULE': { category: 'module', name: 'Module of a panel' },
  'FP-PUMP': { category: 'water', name: 'Pump of a panel' },
} as const satisfies Readonly<Record<string, PointModel>>

interface PointKind {
  readonly model: keyof typeof models
  /** Component type (GB/T 26875.3, table 6). */
  readonly type: number
  readonly name: Words
  readonly raises: 'fire' | 'fault'
}

const kinds = {
  smoke: { model: 'FP-SMOKE', type: 42, name: { en: 'Smoke detector', zh: '感烟探测器' }, raises: 'fire' },
  heat: { model: 'FP-HEAT', type: 31, name: { en: 'Heat detector', zh: '感温探测器' }, raises: 'fire' },
  callPoint: { model: 'FP-CALL', type: 23, name: { en: 'Manual call point', zh: '手动报警按钮' }, raises: 'fire' },
  hydrant: { model: 'FP-CALL', type: 24, name: { en: 'Hydrant button', zh: '消火栓按钮' }, raises: 'fire' },
  input: { model: 'FP-MODULE', type: 85, name: { en: 'Input module', zh: '输入模块' }, raises: 'fault' },
  output: { model: 'FP-MODULE', type: 87, name: { en: 'Input/output module', zh: '输入输出模块' }, raises: 'fault' },
  firePump: { model: 'FP-PUMP', type: 91, name: { en: 'Fire pump', zh: '消火栓泵' }, raises: 'fault' },
  sprinklerPump: { model: 'FP-PUMP', type: 95, name: { en: 'Sprinkler pump', zh: '喷淋泵' }, raises: 'fault' },
  pressure: { model: 'FP-PUMP', type: 0, name: { en: 'Pressure of the fire main', zh: '消防管网压力' }, raises: 'fault' },
} as const satisfies Readonly<Record<string, PointKind>>

/** A point of the panel: system 1, and its place there. */
export interface DemoPoint {
  /** As its reports name it: `1-<loop>-<point>`. */
  readonly code: string
  readonly system: number
  readonly loop: number
  readonly point: number
  readonly kind: keyof typeof kinds
  readonly type: number
  readonly raises: PointKind['raises']
  readonly floor: string
  readonly room: string | null
  readonly place: Words | null
}

type Spot = readonly [kind: keyof typeof kinds, room: string | null, place: Words | null]

const [stairA, stairB] = [
  { en: 'Stair A', zh: 'A 楼梯间' },
  { en: 'Stair B', zh: 'B 楼梯间' },
]
const pumpRoom = { en: 'Pump room', zh: '消防泵房' }

/** Each floor has a loop of its own. */
const floorSpots: readonly Spot[] = [
  ['smoke', '11', null],
  ['smoke', '12', null],
  ['smoke', '13', null],
  ['smoke', null, { en: 'Corridor', zh: '走廊' }],
  ['heat', null, { en: 'Kitchen', zh: '厨房' }],
  ['callPoint', null, stairA],
  ['callPoint', null, stairB],
  ['hydrant', null, stairA],
]
const plantSpots: readonly Spot[] = [
  ['firePump', null, pumpRoom],
  ['firePump', null, pumpRoom],
  ['sprinklerPump', null, pumpRoom],
  ['sprinklerPump', null, pumpRoom],
  ['pressure', null, pumpRoom],
  ['input', null, { en: 'Sprinkler riser', zh: '喷淋立管' }],
  ['input', null, { en: 'Water tank', zh: '消防水箱' }],
  ['output', null, { en: 'Smoke exhaust fan', zh: '排烟风机' }],
  ['output', null, { en: 'Roller shutter of the loading dock', zh: '卸货区防火卷帘' }],
  ['smoke', null, { en: 'Switch room', zh: '配电室' }],
  ['heat', null, { en: 'Generator room', zh: '发电机房' }],
  ['callPoint', null, { en: 'Control room', zh: '消控室' }],
]

const loopOf = (loop: number, floor: string, spots: readonly Spot[]): DemoPoint[] =>
  spots.map(([kind, room, place], index) => {
    const { type, raises } = kinds[kind]
    const point = index + 1
    const at = { floor, room: room === null ? null : floor + room, place }
    return { code: `1-${loop}-${point}`, system: 1, loop, point, kind, type, raises, ...at }
  })

/** The points of the panel, in the order of its loops. */
export const demoPoints: readonly DemoPoint[] = [
  ...[1, 2, 3, 4, 5, 6].flatMap((floor) => loopOf(floor, String(floor), floorSpots)),
  ...loopOf(7, '-1', plantSpots),
]

/** The panel's transmitter as a gateway, and its points as devices. What is behind it reports only when something happens. */
export const seedPanel = (tx: Transaction<Tables>, now: Date): Promise<void> =>
  seedLinkedPanel(tx, now, {
    project,
    protocol: 'gb26875',
    code: gatewayCode,
    address,
    name: { en: 'Transmitter of the fire alarm panel', zh: '火灾报警控制器用户信息传输装置' },
    model: { code: 'FP-UITD', name: 'User information transmission device', heartbeat_s: 30, offline_after_s: 90 },
    models,
    points: demoPoints.map((point) => ({ ...point, ...kinds[point.kind] })),
  })
