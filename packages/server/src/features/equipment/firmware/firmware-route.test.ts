import {
  actionsOf,
  decide,
  enums,
  firmwareStates,
  fitsHardware,
  isOffered,
  planRoute,
  type ActorFacts,
  type EnumValue,
  type RouteEdition,
} from '@emberwatch/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

let ids = 0
const edition = (version: string, more: Partial<RouteEdition> = {}): RouteEdition => ({
  id: ++ids,
  version,
  package: 'full',
  initialVersion: null,
  hardware: '',
  state: 'released',
  ...more,
})
const versionsOf = (route: readonly RouteEdition[] | null) => route && route.map(({ version }) => version)
const up = { allowDowngrade: false }
const down = { allowDowngrade: true }

describe('a route', () => {
  test('leads from 1.0 to 1.3 by way of 1.2 if that is the only way', () => {
    const chain = [edition('1.3.0', { initialVersion: '1.2.0' }), edition('1.2.0', { initialVersion: '1.0.0' })]
    expect(versionsOf(planRoute(chain, '1.0.0', '1.3.0', up))).toEqual(['1.2.0', '1.3.0'])
    expect(versionsOf(planRoute(chain, '1.2.5', '1.3.0', up))).toEqual(['1.3.0'])
    expect(planRoute(chain, '0.9.0', '1.3.0', up)).toBeNull()
    const withdrawn = chain.map((each) => (each.version === '1.2.0' ? { ...each, state: 'withdrawn' as const } : each))
    expect(planRoute(withdrawn, '1.0.0', '1.3.0', up)).toBeNull()
  })
  test('is direct if possible, and empty for a device that is already there', () => {
    const all = [edition('1.2.0'), edition('1.3.0')]
    expect(versionsOf(planRoute(all, '1.0.0', '1.3.0', up))).toEqual(['1.3.0'])
    expect(planRoute(all, '1.3.000', '1.3.0', up)).toEqual([])
  })
  test('goes back only if allowed', () => {
    const all = [edition('1.2.0'), edition('1.3.0')]
    expect(planRoute(all, '1.3.0', '1.2.0', up)).toBeNull()
    expect(versionsOf(planRoute(all, '1.3.0', '1.2.0', down))).toEqual(['1.2.0'])
  })
  test('uses a delta only from exactly its version, however many zeros are written', () => {
    const all = [edition('1.3.0', { package: 'delta', initialVersion: '1.2.3' })]
    expect(versionsOf(planRoute(all, '1.2.003', '1.3.0', up))).toEqual(['1.3.0'])
    expect(planRoute(all, '1.2.4', '1.3.0', up)).toBeNull()
  })
  test('does not exist for a device without a version, unless a downgrade is allowed and an edition installs over anything', () => {
    const all = [edition('1.3.0', { initialVersion: '1.0.0' }), edition('1.2.0')]
    for (const unknown of [null, '', 'beta-7', '1.2', '1.2.3456']) {
      expect(planRoute(all, unknown, '1.2.0', up)).toBeNull()
      expect(versionsOf(planRoute(all, unknown, '1.3.0', down))).toEqual(['1.2.0', '1.3.0'])
    }
  })
  test('prefers the edition for exactly this hardware, then a delta', () => {
    const [plain, own] = [edition('1.1.0'), edition('1.1.0', { hardware: 'B' })]
    const delta = edition('1.1.0', { hardware: 'B', package: 'delta', initialVersion: '1.0.0' })
    expect(planRoute([plain, own], '1.0.0', '1.1.0', up)).toEqual([own])
    expect(planRoute([plain, own, delta], '1.0.0', '1.1.0', up)).toEqual([delta])
  })
})

test('an edition fits the hardware that it names, or all; an unknown revision gets only those that fit all', () => {
  const cases = [
    ['', null, true],
    ['', 'B', true],
    ['B', 'b', true],
    ['B', ' B ', true],
    ['B', 'C', false],
    ['B', null, false],
    ['B', '', false],
  ] as const
  for (const [hardware, revision, fits] of cases) expect(fitsHardware({ hardware }, revision)).toBe(fits)
})

describe('against every possible order of editions', () => {
  // Few versions, so that routes cross: versions are numbers, written in several ways.
  const written = (n: number, zeros: boolean): string =>
    `1.${Math.floor(n / 3)}.${zeros ? String(n % 3).padStart(3, '0') : n % 3}`
  const anyVersion = fc.tuple(fc.integer({ min: 0, max: 7 }), fc.boolean()).map(([n, zeros]) => ({ n, text: written(n, zeros) }))
  const anyEdition = fc
    .record({
      to: anyVersion,
      over: fc.option(anyVersion),
      delta: fc.boolean(),
      state: fc.constantFrom<EnumValue<'firmwareState'>>('released', 'released', 'released', 'draft', 'withdrawn'),
    })
    .map(({ to, over, delta, state }) => {
      const isDelta = delta && over !== null
      return {
        to: to.n,
        over: over?.n ?? null,
        isDelta,
        route: edition(to.text, { initialVersion: over?.text ?? null, package: isDelta ? 'delta' : 'full', state }),
      }
    })
  type Made = { to: number; over: number | null; isDelta: boolean; route: RouteEdition }

  /** The same rule, written for numbers. */
  const mayStep = ({ to, over, isDelta, route }: Made, at: number, back: boolean): boolean =>
    route.state === 'released' && to !== at && (back || to > at) && (over === null || (isDelta ? at === over : at >= over))
  const fewest = (all: readonly Made[], at: number, target: number, back: boolean): number => {
    if (at === target) return 0
    const rest = all.flatMap((each, used) =>
      mayStep(each, at, back)
        ? [
            1 +
              fewest(
                all.filter((_other, index) => index !== used),
                each.to,
                target,
                back,
              ),
          ]
        : [],
    )
    return Math.min(Number.POSITIVE_INFINITY, ...rest)
  }

  test('no hop is wrong, and none is unnecessary', () => {
    let found = 0
    let long = 0
    fc.assert(
      fc.property(
        fc.array(anyEdition, { maxLength: 6 }),
        anyVersion,
        anyVersion,
        fc.boolean(),
        (all, from, target, allowDowngrade) => {
          const route = planRoute(
            all.map((each) => each.route),
            from.text,
            target.text,
            { allowDowngrade },
          )
          const least = fewest(all, from.n, target.n, allowDowngrade)
          expect(route === null).toBe(least === Number.POSITIVE_INFINITY)
          if (route === null) return
          expect(route).toHaveLength(least)
          let at = from.n
          for (const { id } of route) {
            const step = all.find((each) => each.route.id === id)
            expect(step && mayStep(step, at, allowDowngrade)).toBe(true)
            at = step?.to ?? -1
          }
          expect(at).toBe(target.n)
          found += 1
          if (route.length > 1) long += 1
        },
      ),
      { numRuns: 12_000 },
    )
    // Otherwise the test would prove nothing.
    expect(found).toBeGreaterThan(400)
    expect(long).toBeGreaterThan(20)
  })
})

describe('the states of an edition', () => {
  /** The graph, written out a second time to check it. */
  const allowed: Record<EnumValue<'firmwareState'>, Partial<Record<string, EnumValue<'firmwareState'>>>> = {
    draft: { release: 'released' },
    released: { withdraw: 'withdrawn' },
    withdrawn: {},
  }
  const actor = (...operations: string[]): ActorFacts => ({
    accountId: 1,
    accountType: 'siter',
    companyId: 1,
    operations: new Set(operations),
  })
  const cases = enums.firmwareState.flatMap((state) =>
    actionsOf(firmwareStates).map((action) => ({ state, action, to: allowed[state][action] })),
  )
  test.each(cases)('$action of a $state edition leads to $to', ({ state, action, to }) => {
    const may = actor('firmwareEdition:release', 'firmwareEdition:withdraw')
    const expected = to === undefined ? { allowed: false, reason: 'wrongState' } : { allowed: true, to }
    expect(decide(firmwareStates, action, state, { signable: true }, may)).toEqual(expected)
    if (to !== undefined)
      expect(decide(firmwareStates, action, state, { signable: true }, actor())).toEqual({ allowed: false, reason: 'noAccess' })
  })
  test('none is released without a key, and only released ones are offered', () => {
    const verdict = decide(firmwareStates, 'release', 'draft', { signable: false }, actor('firmwareEdition:release'))
    expect(verdict).toEqual({ allowed: false, reason: 'firmwareKeyNeeded' })
    expect(enums.firmwareState.filter((state) => isOffered({ state }))).toEqual(['released'])
  })
})
