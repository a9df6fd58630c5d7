import { seededRandom, type Random } from '@emberwatch/simulator'
import { dayIn } from '@emberwatch/contract'
import type { Insertable } from 'kysely'
import { ensurePartitions } from '../src/platform/database/partitions.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { Tables } from '../src/tables/index.ts'
import { demoPeople, demoPlaces, inPortions, type DemoPlace } from './demo-places.ts'
import type { Words } from './demo-tree.ts'

type Alarm = Insertable<Tables['alarm']>
type Cause = NonNullable<Alarm['cause']>

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]
const zone = 'Asia/Shanghai'
const historyDays = 60

/** Alarms on a usual working day, and how much of that happens on Saturdays and Sundays. */
const sites: Readonly<Record<string, readonly [weekday: number, weekend: number]>> = {
  riverside: [3.2, 0.3],
  harbour: [2.6, 1.7],
  hillside: [2.4, 0.8],
  maple: [2.1, 0.15],
  garden: [1.6, 1.5],
  depot: [1.4, 0.3],
  station: [1.8, 1.4],
}

/** How much happens in each hour: people cook, work and clean by day. */
const rhythm = [1, 1, 0.6, 0.5, 0.6, 1, 2, 4, 5, 5, 6, 9, 10, 6, 5, 5, 5, 7, 9, 7, 5, 3, 2, 1.5]

interface Kind {
  readonly share: number
  readonly model: string
  readonly type: string
  readonly code: string
  readonly causes: readonly Cause[]
}

const kinds: readonly Kind[] = [
  {
    share: 46,
    model: 'EW-SD1',
    type: 'smoke',
    code: '1111',
    causes: ['cooking', 'cooking', 'steam', 'dust', 'smoking', 'insects', 'construction'],
  },
  { share: 17, model: 'EW-HD1', type: 'heat', code: '1114', causes: ['cooking', 'steam', 'deviceDefect'] },
  { share: 12, model: 'EW-GD1', type: 'combustion', code: '1112', causes: ['cooking', 'cooking', 'unknown'] },
  { share: 10, model: 'EW-SD1', type: 'nearAlarm', code: '1118', causes: ['dust', 'steam', 'insects'] },
  { share: 9, model: 'EW-CP1', type: 'callPoint', code: '1115', causes: ['unknown', 'construction', 'test'] },
  { share: 6, model: 'EW-WF1', type: 'waterFlow', code: '1113', causes: ['construction', 'deviceDefect', 'test'] },
]

const falseNotes: Readonly<Partial<Record<Cause, Words>>> = {
  cooking: { en: 'Fumes from the pantry, window opened', zh: '茶水间油烟，已开窗通风' },
  steam: { en: 'Steam from the shower next to it', zh: '旁边淋浴间的水汽' },
  dust: { en: 'Dust from cleaning, detector blown out', zh: '保洁扬尘，已清理探测器' },
  construction: { en: 'Works on this floor, cover fitted', zh: '本层施工，已加防尘罩' },
  deviceDefect: { en: 'Detector drifts, order placed', zh: '探测器漂移，已报修' },
}
const checked: Words = { en: 'Checked on site, no fire', zh: '已现场核实，无火情' }

const choose = <Item>(random: Random, items: readonly Item[], weight: (item: Item) => number): Item | undefined => {
  let left = random() * items.reduce((sum, item) => sum + weight(item), 0)
  return items.find((item) => (left -= weight(item)) < 0) ?? items.at(-1)
}

/** Skewed like the times of people: most are near the middle, a few take very long. */
const around = (random: Random, middle: number, spread = 0.6): number =>
  middle * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()))

const endOf = (random: Random, { causes }: Kind, { language }: DemoPlace): Partial<Alarm> => {
  const draw = random()
  if (draw < 0.62) {
    const cause = causes[Math.floor(random() * causes.length)] ?? 'unknown'
    return { state: 'misreport', cause, note: (falseNotes[cause] ?? checked)[language] }
  }
  const way = draw < 0.78 ? 'onSite' : draw < 0.88 ? 'byPhone' : draw < 0.96 ? 'selfRestored' : 'drill'
  return { state: 'cleared', handle_way: way, note: checked[language] }
}

interface Past {
  readonly place: DemoPlace
  readonly alarm: Alarm
  /** Milliseconds after the first signal. */
  readonly confirmed: number
  readonly closed: number
}

/** Two months of alarms, the same at each start: with the rhythm of days and weeks, and slowly fewer of them. */
const pastAlarms = (
  places: readonly DemoPlace[],
  now: number,
  types: ReadonlyMap<string, Tables['alarm_type']>,
  deskOf: (place: DemoPlace) => number,
): Past[] => {
  const random = seededRandom(20_26)
  const found: Past[] = []
  for (let back = historyDays - 1; back >= 0; back--) {
    const date = dayIn(new Date(now - back * day), zone)
    const start = Date.parse(`${date}T00:00:00+08:00`)
    const isWeekend = [0, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay())
    for (const [project, [weekday, weekend]] of Object.entries(sites)) {
      const usual = (isWeekend ? weekend : weekday) * (0.75 + (0.5 * back) / historyDays)
      for (let n = Math.floor(usual * (0.6 + 0.8 * random()) + random()); n > 0; n--) {
        const at =
          start +
          (choose(
            random,
            rhythm.map((weight, h) => ({ weight, h })),
            ({ weight }) => weight,
          )?.h ?? 12) *
            hour +
          Math.floor(random() * hour)
        const kind = choose(random, kinds, ({ share }) => share)
        const own = places.filter((place) => place.project === project && place.model === kind?.model && place.since < at)
        // Some detectors are nuisances, most are not.
        const place = choose(random, own, (each) => (each.ids.device_id % 7 === 0 ? 6 : 1))
        const type = types.get(kind?.type ?? '')
        const confirmed = Math.round(around(random, 24 * second))
        const closed = confirmed + Math.round(around(random, 9 * minute))
        const restored = Math.min(closed, Math.round(around(random, 3 * minute)))
        const end = kind && place && endOf(random, kind, place)
        if (!kind || !place || !type || !end || at + closed > now - 20 * minute) continue
        const by = deskOf(place)
        const late = confirmed > Number(type.acknowledge_s) * second
        found.push({
          place,
          confirmed,
          closed,
          alarm: {
            ...place.ids,
            type_id: Number(type.id),
            level: type.level,
            source_format: 'CID',
            source_code: kind.code,
            source_active: false,
            repeat_count: random() < 0.2 ? Math.ceil(random() * 4) : 0,
            first_at: new Date(at),
            last_at: new Date(at + restored),
            device_time: new Date(at - 340),
            stored_at: new Date(at + 9),
            acknowledge_due_at: new Date(at + Number(type.acknowledge_s) * second),
            close_due_at: new Date(at + Number(type.close_s ?? 3_600) * second),
            ...(late && { breached_at: new Date(at + Number(type.acknowledge_s) * second) }),
            restored_at: new Date(at + restored),
            shown_at: new Date(at + 610),
            confirmed_at: new Date(at + confirmed),
            confirmed_by: by,
            closed_at: new Date(at + closed),
            closed_by: by,
            ...end,
          },
        })
      }
    }
  }
  return found.toSorted((a, b) => Number(a.alarm.first_at) - Number(b.alarm.first_at))
}

const journeyOf = (id: number, { alarm, confirmed, closed }: Past): Insertable<Tables['alarm_journey']>[] => {
  const at = Number(alarm.first_at)
  const step = (name: Insertable<Tables['alarm_journey']>['step'], after: number, actor: number | null = null, detail = {}) => ({
    alarm_id: id,
    at: new Date(at + after),
    step: name,
    actor_id: actor,
    detail: JSON.stringify(detail),
  })
  const by = alarm.confirmed_by ?? null
  return [
    step('deviceTime', -340),
    step('received', 0),
    step('decoded', 2),
    step('stored', 9),
    step('pushed', 140),
    step('shown', 610, by),
    step('confirmed', confirmed, by),
    step('restored', Number(alarm.restored_at) - at),
    step(alarm.state === 'misreport' ? 'misreport' : 'cleared', closed, by, {
      handleWay: alarm.handle_way,
      cause: alarm.cause,
      note: alarm.note,
    }),
  ]
}

/** What the charts count: alarms of two months, closed by the people of the demo. Rows of the past cannot be made by the verbs, which write the present. */
export const seedDemoHistory = async ({ systemDb, clock }: Ctx): Promise<void> => {
  const now = clock.now().getTime()
  await ensurePartitions(systemDb, new Date(now - historyDays * day), ['alarm', 'alarm_journey'])
  await systemDb.transaction().execute(async (tx) => {
    const people = await demoPeople(tx)
    const rows = await tx.selectFrom('alarm_type').selectAll().execute()
    const types = new Map(rows.map((type) => [type.code, type as unknown as Tables['alarm_type']]))
    const past = pastAlarms(await demoPlaces(tx), now, types, ({ language }) => people[language].desk)
    await inPortions(past, async (portion) => {
      const ids = await tx
        .insertInto('alarm')
        .values(portion.map(({ alarm }) => alarm))
        .returning('id')
        .execute()
      const withIds = portion.map((each, index) => ({ each, id: ids[index]?.id ?? 0 }))
      await tx
        .insertInto('alarm_journey')
        .values(withIds.flatMap(({ each, id }) => journeyOf(id, each)))
        .execute()
      const late = withIds.filter(({ each }) => each.alarm.breached_at)
      if (late.length > 0)
        await tx
          .insertInto('alarm_breach')
          .values(
            late.map(({ each: { alarm }, id }) => ({
              alarm_id: id,
              alarm_first_at: alarm.first_at,
              clock: 'acknowledge' as const,
              due_at: alarm.acknowledge_due_at as Date,
              answered_at: alarm.confirmed_at ?? null,
              answered_by: alarm.confirmed_by ?? null,
            })),
          )
          .execute()
    })
  })
}
