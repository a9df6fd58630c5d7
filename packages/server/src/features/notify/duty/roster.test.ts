import type { DutyRoster, DutyShift } from '@emberwatch/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapsOf, slotsOf, type Override, type Slot } from './roster.ts'

const hour = 3_600_000
const day = 24 * hour
const all = [1, 2, 3, 4, 5, 6, 7]
const shift = (name: string, starts: string, ends: string, more: Partial<DutyShift> = {}): DutyShift => ({
  name,
  starts,
  ends,
  weekdays: all,
  first: 0,
  turns: true,
  ...more,
})
const roster = (more: Partial<DutyRoster>): DutyRoster => ({
  timeZone: 'Europe/Berlin',
  shifts: [shift('Night', '22:00', '06:00')],
  groups: [[1]],
  turnLength: 1,
  turnUnit: 'week',
  startsOn: '2026-01-01',
  aroundTheClock: true,
  ...more,
})
const at = (text: string): number => Date.parse(text)
const between = (from: string, to: string) => ({ from: at(from), to: at(to) })
const always = () => Infinity
const shown = (slots: readonly Slot[]) => slots.map(({ from, to, accountIds }) => [iso(from), iso(to), [...accountIds]])
const iso = (time: number): string => new Date(time).toISOString().replace(':00.000', '')

describe('daylight saving', () => {
  // Published transitions: Berlin and Lord Howe by law, New York by the Energy Policy Act; Shanghai has none.
  test.each([
    ['Europe/Berlin', '2026-03-29T00:00:00Z', 7],
    ['Europe/Berlin', '2026-10-25T00:00:00Z', 9],
    ['Europe/Berlin', '2026-06-15T00:00:00Z', 8],
    ['America/New_York', '2026-03-08T06:00:00Z', 7],
    ['America/New_York', '2026-11-01T05:00:00Z', 9],
    ['Asia/Shanghai', '2026-03-28T18:00:00Z', 8],
    ['Asia/Shanghai', '2026-10-24T18:00:00Z', 8],
    // By half an hour: to 10:30 in April, to 11:00 in October.
    ['Australia/Lord_Howe', '2026-04-04T14:00:00Z', 8.5],
    ['Australia/Lord_Howe', '2026-10-03T14:30:00Z', 7.5],
  ])('in %s a night from 22:00 to 06:00 around %s lasts %s h', (timeZone, inside, hours) => {
    const [night, ...others] = slotsOf(roster({ timeZone }), [], { from: at(inside), to: at(inside) + 1 })
    expect(others).toEqual([])
    expect(((night?.to ?? 0) - (night?.from ?? 0)) / hour).toBe(hours)
  })
  test('the night of a clock change meets the shifts before and after it', () => {
    const shifts = [shift('Early', '06:00', '14:00'), shift('Late', '14:00', '22:00'), shift('Night', '22:00', '06:00')]
    for (const [timeZone, from, to] of [
      ['Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z'],
      ['Europe/Berlin', '2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-03T13:00:00Z', '2026-04-06T13:30:00Z'],
    ] as const) {
      const slots = slotsOf(roster({ timeZone, shifts }), [], between(from, to))
      for (const [index, slot] of slots.entries()) if (index > 0) expect(slot.from).toBe(slots[index - 1]?.to)
      expect(gapsOf(roster({ timeZone, shifts }), [], between(from, to), always)).toEqual([])
    }
  })
  test('shifts that meet within the skipped hour still meet, and one inside it does not exist', () => {
    const shifts = [shift('A', '22:00', '02:15'), shift('B', '02:15', '02:45'), shift('C', '02:45', '22:00')]
    const slots = slotsOf(roster({ shifts }), [], between('2026-03-28T22:00:00Z', '2026-03-29T19:00:00Z'))
    expect(shown(slots).map(([from, to]) => [from, to])).toEqual([
      ['2026-03-28T21:00Z', '2026-03-29T01:00Z'],
      ['2026-03-29T01:00Z', '2026-03-29T20:00Z'],
    ])
  })
  test('an hour that occurs twice is on duty twice', () => {
    const slots = slotsOf(
      roster({ shifts: [shift('A', '02:00', '03:00')] }),
      [],
      between('2026-10-24T22:00:00Z', '2026-10-25T10:00:00Z'),
    )
    expect(shown(slots)).toEqual([['2026-10-25T00:00Z', '2026-10-25T02:00Z', [1]]])
  })
  test('a day that a zone skipped has no shift, and none overlaps', () => {
    // Samoa skipped 30 December 2011.
    const samoa = roster({ timeZone: 'Pacific/Apia', shifts: [shift('Day', '08:00', '08:00')], startsOn: '2011-12-01' })
    const slots = slotsOf(samoa, [], between('2011-12-28T20:00:00Z', '2012-01-02T00:00:00Z'))
    expect(slots.length).toBeGreaterThan(3)
    for (const [index, slot] of slots.entries()) if (index > 0) expect(slot.from).toBe(slots[index - 1]?.to)
  })
})

describe('rotation', () => {
  const groups = [[1], [2], [3]]
  const who = (more: Partial<DutyRoster>, from: string, to: string) =>
    slotsOf(roster({ timeZone: 'UTC', groups, startsOn: '2026-06-01', ...more }), [], between(from, to)).map(
      ({ accountIds }) => accountIds[0],
    )
  const one = [shift('Day', '08:00', '20:00')]
  test('by days, of any length', () => {
    expect(who({ shifts: one, turnUnit: 'day' }, '2026-06-01T00:00:00Z', '2026-06-06T00:00:00Z')).toEqual([1, 2, 3, 1, 2])
    expect(who({ shifts: one, turnUnit: 'day', turnLength: 2 }, '2026-06-01T00:00:00Z', '2026-06-06T00:00:00Z')).toEqual([
      1, 1, 2, 2, 3,
    ])
  })
  test('by weeks, counted from the first day', () => {
    const from = who({ shifts: one, startsOn: '2026-06-03' }, '2026-06-08T00:00:00Z', '2026-06-12T00:00:00Z')
    expect(from).toEqual([1, 1, 2, 2])
  })
  test('by shifts, in the order in which they begin, across weekdays without any', () => {
    const shifts = [
      shift('Night', '20:00', '08:00', { weekdays: [1, 2, 3, 4, 5] }),
      shift('Day', '08:00', '20:00', { weekdays: [1, 3] }),
    ]
    // Monday day, night · Tuesday night · Wednesday day, night · Thursday night · Friday night: seven a week.
    expect(who({ shifts, turnUnit: 'shift' }, '2026-06-01T00:00:00Z', '2026-06-06T09:00:00Z')).toEqual([1, 2, 3, 1, 2, 3, 1])
    expect(who({ shifts, turnUnit: 'shift' }, '2026-06-08T07:00:00Z', '2026-06-09T00:00:00Z')).toEqual([2, 3])
  })
  test('each shift starts with its own group; one that does not rotate keeps it', () => {
    const shifts = [
      shift('Early', '06:00', '14:00'),
      shift('Late', '14:00', '22:00', { first: 1 }),
      shift('Chief', '08:00', '17:00', { first: 2, turns: false }),
    ]
    expect(who({ shifts }, '2026-06-02T00:00:00Z', '2026-06-02T23:00:00Z')).toEqual([1, 3, 2])
    expect(who({ shifts }, '2026-06-09T00:00:00Z', '2026-06-09T23:00:00Z')).toEqual([2, 3, 3])
  })
  test('nobody is on duty before its first day', () => {
    expect(who({ shifts: one }, '2026-05-20T00:00:00Z', '2026-06-01T08:00:00Z')).toEqual([])
  })
})

describe('changes', () => {
  const plan = roster({ timeZone: 'UTC', shifts: [shift('Day', '08:00', '20:00')], groups: [[1, 2]] })
  const change = (more: Partial<Override>): Override => ({
    id: 9,
    from: at('2026-06-02T10:00:00Z'),
    to: at('2026-06-02T12:00:00Z'),
    accountId: 5,
    insteadOfId: 1,
    ...more,
  })
  const of = (overrides: readonly Override[]) =>
    shown(slotsOf(plan, overrides, between('2026-06-02T00:00:00Z', '2026-06-03T00:00:00Z')))
  test('split the shift, and leave its other people', () => {
    expect(of([change({})])).toEqual([
      ['2026-06-02T08:00Z', '2026-06-02T10:00Z', [1, 2]],
      ['2026-06-02T10:00Z', '2026-06-02T12:00Z', [5, 2]],
      ['2026-06-02T12:00Z', '2026-06-02T20:00Z', [1, 2]],
    ])
  })
  test('of somebody who is not on the shift change nothing', () => {
    expect(of([change({ insteadOfId: 7 })])).toEqual([['2026-06-02T08:00Z', '2026-06-02T20:00Z', [1, 2]]])
  })
  test('without a replaced person put somebody on duty in addition, also outside the shifts', () => {
    const early = change({ insteadOfId: null, from: at('2026-06-02T05:00:00Z'), to: at('2026-06-02T09:00:00Z') })
    expect(of([early])).toEqual([
      ['2026-06-02T05:00Z', '2026-06-02T09:00Z', [5]],
      ['2026-06-02T08:00Z', '2026-06-02T20:00Z', [1, 2]],
    ])
  })
})

describe('gaps', () => {
  const days = roster({
    timeZone: 'UTC',
    shifts: [shift('Day', '08:00', '20:00')],
    groups: [[1], [2]],
    turnUnit: 'day',
    startsOn: '2026-06-01',
  })
  const stretch = between('2026-06-01T00:00:00Z', '2026-06-03T00:00:00Z')
  const gaps = (plan: DutyRoster, countsUntil: (id: number) => number | undefined = always, overrides: Override[] = []) =>
    shown(
      gapsOf(plan, overrides, stretch, countsUntil).map((gap) => ({
        ...gap,
        shift: 0,
        shiftFrom: 0,
        shiftTo: 0,
        overrideIds: [],
      })),
    )
  test('are the times without a shift, if the team is there around the clock', () => {
    expect(gaps(days)).toEqual([
      ['2026-06-01T00:00Z', '2026-06-01T08:00Z', []],
      ['2026-06-01T20:00Z', '2026-06-02T08:00Z', []],
      ['2026-06-02T20:00Z', '2026-06-03T00:00Z', []],
    ])
    expect(gaps({ ...days, aroundTheClock: false })).toEqual([])
  })
  test('are those of people who do not count, or no longer do', () => {
    const plan = { ...days, aroundTheClock: false }
    expect(gaps(plan, (id) => (id === 2 ? undefined : Infinity))).toEqual([['2026-06-02T08:00Z', '2026-06-02T20:00Z', [2]]])
    expect(gaps(plan, (id) => (id === 2 ? at('2026-06-02T15:00:00Z') : Infinity))).toEqual([
      ['2026-06-02T15:00Z', '2026-06-02T20:00Z', [2]],
    ])
  })
  test('are filled by others who are on duty', () => {
    const besides = { id: 1, from: stretch.from, to: stretch.to, accountId: 3, insteadOfId: null }
    expect(gaps(days, (id) => (id === 3 ? Infinity : undefined), [besides])).toEqual([])
  })
})

const clock = fc
  .integer({ min: 0, max: 95 })
  .map((q) => `${String(Math.floor(q / 4)).padStart(2, '0')}:${String((q % 4) * 15).padStart(2, '0')}`)
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]
const arbitraryRoster: fc.Arbitrary<DutyRoster> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    shifts: fc.array(
      fc.record({
        starts: clock,
        ends: clock,
        weekdays: fc.uniqueArray(fc.constantFrom(...all), { minLength: 1 }),
        first: fc.nat(3),
        turns: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    groups: fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 4,
    }),
    turnLength: fc.integer({ min: 1, max: 10 }),
    turnUnit: fc.constantFrom('day', 'week', 'shift'),
    startsOn: fc.constantFrom('2025-01-01', '2026-03-20', '2026-10-20'),
    aroundTheClock: fc.boolean(),
  })
  .map((made) => ({ ...made, shifts: made.shifts.map((each, index) => ({ ...each, name: String(index) })) }))
// Days with a clock change somewhere are as likely as others.
const instant = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2026-07-01'),
    fc.integer({ min: -96, max: 96 }),
  )
  .map(([date, quarters]) => at(`${date}T00:00:00Z`) + quarters * 900_000)
const stretches = fc
  .tuple(instant, fc.integer({ min: 1, max: 5 * 96 }))
  .map(([from, quarters]) => ({ from, to: from + quarters * 900_000 }))
const overrides = fc
  .array(
    fc.record({
      from: instant,
      length: fc.integer({ min: 1, max: 192 }),
      accountId: fc.integer({ min: 7, max: 9 }),
      insteadOfId: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
    { maxLength: 3 },
  )
  .map((made) => made.map(({ length, ...each }, id) => ({ ...each, id, to: each.from + length * 900_000 })))
const key = (slot: Slot): string => JSON.stringify(slot)

describe('for every roster', () => {
  test('slots of one shift never overlap', () => {
    fc.assert(
      fc.property(arbitraryRoster, overrides, stretches, (plan, changes, stretch) => {
        const slots = slotsOf(plan, changes, stretch)
        for (const seat of plan.shifts.keys()) {
          const own = slots.filter((slot) => slot.shift === seat)
          for (const [index, slot] of own.entries()) {
            expect(slot.to).toBeGreaterThan(slot.from)
            if (index > 0) expect(slot.from).toBeGreaterThanOrEqual(own[index - 1]?.to ?? 0)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
  test('they do not depend on how a time span is divided', () => {
    fc.assert(
      fc.property(
        arbitraryRoster,
        overrides,
        stretches,
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (plan, changes, stretch, share) => {
          const cut = Math.floor(stretch.from + (stretch.to - stretch.from) * share)
          const parts = [
            ...slotsOf(plan, changes, { from: stretch.from, to: cut }),
            ...slotsOf(plan, changes, { from: cut, to: stretch.to }),
          ]
          expect([...new Set(parts.map(key))].sort()).toEqual(slotsOf(plan, changes, stretch).map(key).sort())
        },
      ),
      { numRuns: 300 },
    )
  })
  test('they match, quarter hour by quarter hour, what local clocks show', () => {
    fc.assert(
      fc.property(arbitraryRoster, instant, (plan, from) => {
        const stretch = { from, to: from + day }
        const slots = slotsOf(plan, [], stretch)
        const start = Temporal.PlainDate.from(plan.startsOn)
        for (let now = stretch.from; now < stretch.to; now += 900_000) {
          const wall = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(plan.timeZone)
          // Close to a clock change, the reading alone does not identify the shift.
          const calm = [-3, 3].every((hours) => wall.add({ hours }).offsetNanoseconds === wall.offsetNanoseconds)
          const steady = calm && [-26, 26].every((hours) => wall.add({ hours }).offsetNanoseconds === wall.offsetNanoseconds)
          if (!steady) continue
          const time = wall.toPlainTime().toString({ smallestUnit: 'minute' })
          for (const [seat, each] of plan.shifts.entries()) {
            const today = wall.toPlainDate()
            const crosses = each.ends <= each.starts
            const onDay = (date: Temporal.PlainDate) =>
              each.weekdays.includes(date.dayOfWeek) && Temporal.PlainDate.compare(date, start) >= 0
            const expected = crosses
              ? (onDay(today) && time >= each.starts) || (onDay(today.subtract({ days: 1 })) && time < each.ends)
              : onDay(today) && time >= each.starts && time < each.ends
            expect(slots.some((slot) => slot.shift === seat && slot.from <= now && slot.to > now)).toBe(expected)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
  test('with duty around the clock, somebody counts or there is a gap at every moment, never both', () => {
    fc.assert(
      fc.property(arbitraryRoster, overrides, stretches, fc.integer({ min: 1, max: 9 }), (made, changes, stretch, absent) => {
        const plan = { ...made, aroundTheClock: true }
        const counts = (id: number) => (id === absent ? undefined : Infinity)
        const slots = slotsOf(plan, changes, stretch)
        const gaps = gapsOf(plan, changes, stretch, counts)
        for (let now = stretch.from; now < stretch.to; now += 900_000) {
          const covered = slots.some(
            ({ from, to, accountIds }) => from <= now && to > now && accountIds.some((id) => id !== absent),
          )
          expect(gaps.some(({ from, to }) => from <= now && to > now)).toBe(!covered)
        }
      }),
      { numRuns: 200 },
    )
  })
})
