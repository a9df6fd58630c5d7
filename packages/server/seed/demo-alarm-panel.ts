import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { openLinkKey, sealLinkKey } from '../src/features/equipment/gateway/gateway-link.rules.ts'
import type { Tables } from '../src/tables/index.ts'
import { seedLinkedPanel, type PointModel } from './demo-linked-panel.ts'
import type { Words } from './demo-tree.ts'

/** The alarm panel of a demo project whose dialler reports over SIA DC-09, encrypted. */
const project = 'depot'
const gatewayCode = 'GW-DEPOT-PANEL'
/** An account that no panel is likely to have. */
const account = 'DE20260901'
export const demoAccountAddress = `siaDc09:${account}`

/** AES-256. */
const keyBytes = 32

/** Models of the zones by their code, each in a series of its own. */
const models = {
  'AP-SMOKE': { category: 'detector', name: 'Smoke detectors of an alarm panel' },
  'AP-HEAT': { category: 'detector', name: 'Heat detectors of an alarm panel' },
  'AP-CALL': { category: 'manualStation', name: 'Call points of an alarm panel' },
  'AP-FLOW': { category: 'water', name: 'Water flow switch of an alarm panel' },
} as const satisfies Readonly<Record<string, PointModel>>

interface ZoneKind {
  readonly model: keyof typeof models
  /** Contact ID event (SIA DC-05). */
  readonly event: string
  readonly name: Words
}

const kinds = {
  smoke: { model: 'AP-SMOKE', event: '111', name: { en: 'Smoke detectors', zh: '感烟探测器' } },
  heat: { model: 'AP-HEAT', event: '114', name: { en: 'Heat detectors', zh: '感温探测器' } },
  callPoint: { model: 'AP-CALL', event: '115', name: { en: 'Manual call points', zh: '手动报警按钮' } },
  flow: { model: 'AP-FLOW', event: '113', name: { en: 'Water flow switch', zh: '水流指示器' } },
} as const satisfies Readonly<Record<string, ZoneKind>>

/** A zone of the panel, in a partition for each floor. */
export interface DemoZone {
  /** As its reports name it: `<partition>-<zone>`. */
  readonly code: string
  readonly partition: string
  readonly zone: string
  readonly kind: keyof typeof kinds
  readonly event: string
  readonly floor: string
  readonly place: Words
}

/** What each floor has. */
const spots: readonly (readonly [kind: keyof typeof kinds, place: Words])[] = [
  ['smoke', { en: 'East bay', zh: '东库区' }],
  ['smoke', { en: 'West bay', zh: '西库区' }],
  ['heat', { en: 'Battery charging', zh: '充电间' }],
  ['callPoint', { en: 'Exits', zh: '安全出口' }],
  ['flow', { en: 'Sprinkler riser', zh: '喷淋立管' }],
]

/** The zones of the panel. Their numbers go on from one partition to the next. */
export const demoZones: readonly DemoZone[] = ['1', '2', '3', '4'].flatMap((floor, index) =>
  spots.map(([kind, place], spot) => {
    const partition = floor.padStart(2, '0')
    const zone = String(index * spots.length + spot + 1).padStart(3, '0')
    return { code: `${partition}-${zone}`, partition, zone, kind, event: kinds[kind].event, floor, place }
  }),
)

/** The panel as a gateway with a new key, and its zones as devices. */
export const seedAlarmPanel = (tx: Transaction<Tables>, now: Date, dataDir: string): Promise<void> =>
  seedLinkedPanel(tx, now, {
    project,
    protocol: 'siaDc09',
    code: gatewayCode,
    address: account,
    linkKey: sealLinkKey(dataDir, gatewayCode, randomBytes(keyBytes)),
    name: { en: 'Alarm panel', zh: '报警主机' },
    model: { code: 'AP-PANEL', name: 'Alarm panel with a dialler', heartbeat_s: 60, offline_after_s: 180 },
    models,
    points: demoZones.map((zone) => ({ ...zone, ...kinds[zone.kind], room: null })),
  })

/** The key of a link, which is made anew if this data directory cannot open it. Undefined: somebody removed it. */
export const keyOfLink = async (
  tx: Transaction<Tables>,
  { id, code, link_key: sealed }: { id: number; code: string; link_key: Buffer | null },
  dataDir: string,
): Promise<Buffer | undefined> => {
  if (sealed === null) return undefined
  try {
    return openLinkKey(dataDir, code, sealed)
  } catch {
    const key = randomBytes(keyBytes)
    await tx
      .updateTable('gateway')
      .set({ link_key: sealLinkKey(dataDir, code, key) })
      .where('id', '=', id)
      .execute()
    return key
  }
}
