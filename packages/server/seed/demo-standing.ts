import type { EnumValue } from '@emberwatch/contract'
import { seededRandom } from '@emberwatch/simulator'
import type { Insertable } from 'kysely'
import type { Ctx } from '../src/platform/context.ts'
import type { Tables } from '../src/tables/index.ts'
import { demoPeople, demoPlaces, inPortions, type DemoPlace } from './demo-places.ts'
import type { Words } from './demo-tree.ts'

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

interface OpenAlarm {
  readonly device: string
  readonly type: string
  readonly code: string
  readonly age: number
  /** How long it took somebody to confirm it. Left out: nobody has. */
  readonly confirmed?: number
  /** The signal has ended since. */
  readonly restored?: true
}

/** What the desk works on when a visitor arrives. */
const openAlarms: readonly OpenAlarm[] = [
  { device: 'HARBOUR-RISER', type: 'waterFlow', code: '1113', age: 3 * hour + 10 * minute, confirmed: 31 * second },
  { device: 'STATION-402', type: 'smoke', code: '1111', age: 54 * minute, confirmed: 44 * second, restored: true },
  { device: 'MAPLE-205', type: 'callPoint', code: '1115', age: 47 * minute, confirmed: 19 * second, restored: true },
  { device: 'DEPOT-103', type: 'heat', code: '1114', age: 33 * minute, confirmed: 27 * second, restored: true },
  { device: 'HARBOUR-KITCHEN', type: 'combustion', code: '1112', age: 21 * minute, confirmed: 16 * second },
  { device: 'GARDEN-BOILER', type: 'combustion', code: '1112', age: 14 * minute, confirmed: 35 * second },
  { device: 'HILLSIDE-403', type: 'heat', code: '1114', age: 9 * minute, confirmed: 22 * second, restored: true },
  { device: 'HILLSIDE-202', type: 'nearAlarm', code: '1118', age: 2 * minute },
  { device: 'GARDEN-304', type: 'smoke', code: '1111', age: 35 * second },
  { device: 'RIVERSIDE-504', type: 'smoke', code: '1111', age: 25 * second },
]

const seedOpenAlarms = async (ctx: Ctx, places: ReadonlyMap<string, DemoPlace>): Promise<void> => {
  const now = ctx.clock.now().getTime()
  const people = await demoPeople(ctx.systemDb)
  const types = new Map((await ctx.systemDb.selectFrom('alarm_type').selectAll().execute()).map((type) => [type.code, type]))
  await ctx.systemDb.transaction().execute(async (tx) => {
    for (const { device, type: name, code, age, confirmed, restored } of openAlarms) {
      const [place, type] = [places.get(device), types.get(name)]
      if (!place || !type) continue
      const at = now - age
      const [answerBy, closeBy] = [at + type.acknowledge_s * second, at + (type.close_s ?? 3_600) * second]
      const by = confirmed === undefined ? null : people[place.language].desk
      const { id, first_at } = await tx
        .insertInto('alarm')
        .values({
          ...place.ids,
          type_id: type.id,
          level: type.level,
          source_format: 'CID',
          source_code: code,
          source_active: !restored,
          first_at: new Date(at),
          last_at: new Date(at),
          device_time: new Date(at - 300),
          stored_at: new Date(at + 8),
          acknowledge_due_at: new Date(answerBy),
          close_due_at: new Date(closeBy),
          breach_due_at: new Date(confirmed === undefined ? answerBy : closeBy),
          ...(restored && { restored_at: new Date(at + 4 * minute) }),
          ...(confirmed !== undefined && {
            state: 'confirmed' as const,
            shown_at: new Date(at + 600),
            confirmed_at: new Date(at + confirmed),
            confirmed_by: by,
          }),
        })
        .returning(['id', 'first_at'])
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('alarm_open')
        .values({ point: `d${place.ids.device_id}`, type_id: type.id, alarm_id: id, first_at })
        .execute()
      const steps: readonly (readonly [step: EnumValue<'journeyStep'>, after: number])[] = [
        ['deviceTime', -300],
        ['received', 0],
        ['decoded', 2],
        ['stored', 8],
        ['pushed', 120],
        ...(confirmed === undefined
          ? []
          : ([
              ['shown', 600],
              ['confirmed', confirmed],
            ] as const)),
        ...(restored ? ([['restored', 4 * minute]] as const) : []),
      ]
      await tx
        .insertInto('alarm_journey')
        .values(
          steps.map(([step, after]) => ({
            alarm_id: id,
            at: new Date(at + after),
            step,
            actor_id: step === 'shown' || step === 'confirmed' ? by : null,
            detail: JSON.stringify({}),
          })),
        )
        .execute()
    }
  })
}

/** Devices that say nothing, and since when: the simulator keeps them silent (demo-fleet.ts). */
export const silentDevices: Readonly<Record<string, number>> = {
  'HARBOUR-203': 3 * day + 4 * hour,
  'HILLSIDE-304': 26 * hour,
  'HILLSIDE-501': 9 * hour,
  'GARDEN-702': 2 * day,
  'DEPOT-402': 5 * hour,
}

interface StandingFault {
  readonly device: string
  readonly type: string
  readonly code: string
  readonly format?: 'EW' | 'CID'
  readonly age: number
  readonly repeats?: number
  /** Of the gateway of the device. */
  readonly gateway?: true
}

const standingFaults: readonly StandingFault[] = [
  ...Object.entries(silentDevices).map(([device, age]) => ({ device, type: 'offline', code: 'offline', age })),
  { device: 'HARBOUR-PUMP', type: 'supervisory', code: '1201', format: 'CID', age: 2 * hour + 10 * minute, repeats: 3 },
  { device: 'DEPOT-PUMP', type: 'supervisory', code: '1201', format: 'CID', age: 28 * hour, repeats: 11 },
  { device: 'HILLSIDE-101', type: 'mains', code: 'mains', age: 55 * minute, gateway: true },
  { device: 'HILLSIDE-602', type: 'sensor', code: 'sensor', age: 4 * day, repeats: 14 },
  { device: 'GARDEN-401', type: 'lowBattery', code: 'low_battery', age: 6 * day, repeats: 9 },
  { device: 'MAPLE-302', type: 'lowBattery', code: 'low_battery', age: 31 * hour, repeats: 2 },
  { device: 'STATION-201', type: 'tamper', code: 'tamper', age: 18 * minute },
]

const solvedNotes: Readonly<Record<string, Words>> = {
  lowBattery: { en: 'Battery replaced', zh: '已更换电池' },
  sensor: { en: 'Chamber cleaned and tested', zh: '已清洁探测腔并测试' },
  tamper: { en: 'Cover refitted', zh: '外壳已复位' },
}

const pointOf = (place: DemoPlace, ofGateway = false): string =>
  ofGateway ? `g${place.ids.gateway_id}` : `d${place.ids.device_id}`

const seedFaults = async (ctx: Ctx, places: ReadonlyMap<string, DemoPlace>): Promise<void> => {
  const now = ctx.clock.now().getTime()
  const people = await demoPeople(ctx.systemDb)
  const types = new Map(
    (await ctx.systemDb.selectFrom('fault_type').select(['id', 'code']).execute()).map((type) => [type.code, type.id]),
  )
  const open = standingFaults.flatMap((fault): Insertable<Tables['fault']>[] => {
    const place = places.get(fault.device)
    if (!place) return []
    return [
      {
        ...place.ids,
        ...(fault.gateway && { device_id: null }),
        point: pointOf(place, fault.gateway),
        type_id: types.get(fault.type) ?? 0,
        source_format: fault.format ?? 'EW',
        source_code: fault.code,
        repeat_count: fault.repeats ?? 0,
        first_at: new Date(now - fault.age),
        last_at: new Date(now - Math.min(fault.age, 12 * minute)),
      },
    ]
  })
  const random = seededRandom(7)
  const all = [...places.values()].filter(({ isPoint }) => !isPoint)
  const solved = Array.from({ length: 70 }, (): Insertable<Tables['fault']>[] => {
    const type = (['lowBattery', 'sensor', 'offline', 'tamper', 'offline'] as const)[Math.floor(random() * 5)] ?? 'sensor'
    const place = all[Math.floor(random() * all.length)]
    const at = now - (1 + random() * 55) * day
    const ended = at + (type === 'offline' ? (0.2 + random() * 5) * hour : (2 + random() * 40) * hour)
    if (!place || ended > now - hour || place.since > at) return []
    const note = solvedNotes[type]?.[place.language] ?? null
    return [
      {
        ...place.ids,
        point: pointOf(place),
        type_id: types.get(type) ?? 0,
        source_format: 'EW',
        source_code: { lowBattery: 'low_battery', sensor: 'sensor', offline: 'offline', tamper: 'tamper' }[type],
        repeat_count: Math.floor(random() * 6),
        first_at: new Date(at),
        last_at: new Date(ended),
        state: 'solved',
        restored_at: new Date(ended),
        solved_at: new Date(ended),
        solved_way: note === null ? 'restored' : 'byHand',
        solved_by: note === null ? null : people[place.language].engineer,
        note,
      },
    ]
  }).flat()
  await inPortions([...solved, ...open], (rows) => ctx.systemDb.insertInto('fault').values(rows).execute())
  await ctx.systemDb
    .updateTable('device')
    .set({ low_power: true, battery: 8 })
    .where(
      'code',
      'in',
      standingFaults.flatMap(({ device, type }) => (type === 'lowBattery' ? [device] : [])),
    )
    .execute()
}

/** What stands when a visitor arrives: alarms and faults of several kinds, sites and ages. */
export const seedDemoStanding = async (ctx: Ctx): Promise<void> => {
  const places = new Map((await demoPlaces(ctx.systemDb)).map((place) => [place.code, place]))
  await seedOpenAlarms(ctx, places)
  await seedFaults(ctx, places)
}
