import { describe, expect, test } from 'vitest'
import { healthScoreOf, healthPartNames, healthParts, isSilent, type HealthFacts, type HealthPart } from './health-score.ts'

/** Nothing to complain about, over many devices. */
const best: HealthFacts = {
  deviceCount: 1_000,
  supervisedDevices: 1_000,
  onlineDevices: 1_000,
  openFaults: 0,
  perDeviceYear: 0,
  p90ResponseS: 90,
  longestWaitS: null,
  inspectionsPlanned: 1_000,
  inspectionsDone: 1_000,
  overdueOrders: 0,
  remainingDays: 30,
}

test('the weights add up to 100, so the score is never below 0', () => {
  expect(healthPartNames.reduce((sum, part) => sum + healthParts[part].weight, 0)).toBe(100)
  const worst = { ...best, onlineDevices: 1, openFaults: 1_000, perDeviceYear: 99, p90ResponseS: 1e9, inspectionsDone: 0 }
  expect(healthScoreOf({ ...worst, overdueOrders: 99, remainingDays: -400 }).health).toBe(0)
  expect(healthScoreOf(best).health).toBe(100)
})

/** The facts in which one part is at a share of the way from its best to its worst, and everything else at its best. */
const at: Readonly<Record<HealthPart, (share: number) => Partial<HealthFacts>>> = {
  online: (share) => ({ onlineDevices: 1_000 - 500 * share }),
  response: (share) => ({ p90ResponseS: 90 + 810 * share }),
  faults: (share) => ({ openFaults: 200 * share }),
  falseAlarms: (share) => ({ perDeviceYear: share }),
  inspections: (share) => ({ inspectionsDone: 1_000 - 1_000 * share }),
  overdue: (share) => ({ overdueOrders: 3 * share }),
  service: (share) => ({ remainingDays: 30 - 30 * share }),
}

describe.each(healthPartNames)('%s', (part) => {
  const { weight } = healthParts[part]
  const costAt = (share: number) => {
    const { health, costs } = healthScoreOf({ ...best, ...at[part](share) })
    expect(health).toBe(100 - costs[part])
    expect(Object.entries(costs).filter(([name, cost]) => name !== part && cost !== 0)).toEqual([])
    return costs[part]
  }
  test('costs nothing at its best or better, and all of its points at its worst or worse', () => {
    expect(costAt(0)).toBe(0)
    expect(costAt(1)).toBe(weight)
    // Online devices and done inspections cannot be better than all of them.
    if (part === 'response' || part === 'service') expect(costAt(-1)).toBe(0)
    if (part !== 'online' && part !== 'inspections') expect(costAt(2)).toBe(weight)
  })
  test('costs in proportion between them, in whole points rounded up', () => {
    expect(costAt(0.5)).toBe(Math.ceil(weight / 2))
    expect(costAt(0.01)).toBe(1)
    expect(costAt(0.99)).toBe(weight)
    // An exact number of points is not rounded up to the next, whatever the digits of the division.
    for (let points = 0; points <= weight; points++) expect(costAt(points / weight)).toBe(points)
  })
})

test('the response is the 90th percentile, or the longest present wait if that is longer', () => {
  const lost = (facts: Partial<HealthFacts>) => healthScoreOf({ ...best, ...facts }).costs.response
  expect(lost({ p90ResponseS: null, longestWaitS: null })).toBe(0)
  expect(lost({ p90ResponseS: null, longestWaitS: 900 })).toBe(15)
  expect(lost({ p90ResponseS: 10, longestWaitS: 900 })).toBe(15)
  expect(lost({ p90ResponseS: 900, longestWaitS: 5 })).toBe(15)
  expect(lost({ p90ResponseS: 10, longestWaitS: 90 })).toBe(0)
})

test('what is unknown costs nothing', () => {
  const unknown = { perDeviceYear: null, p90ResponseS: null, inspectionsPlanned: 0, inspectionsDone: 0, remainingDays: null }
  expect(healthScoreOf({ ...best, ...unknown }).health).toBe(100)
})

test('without devices there is no score, neither 0 nor 100', () => {
  const empty = { ...best, deviceCount: 0, supervisedDevices: 0, onlineDevices: 0 }
  expect(healthScoreOf(empty).health).toBeNull()
  expect(isSilent(empty)).toBe(false)
})

test('silence never looks healthy: with devices of which none is online the score is 0', () => {
  for (const deviceCount of [1, 2, 1_000]) {
    const silent = { ...best, deviceCount, supervisedDevices: deviceCount, onlineDevices: 0 }
    expect(isSilent(silent)).toBe(true)
    expect(healthScoreOf(silent).health).toBe(0)
  }
  expect(healthScoreOf({ ...best, deviceCount: 1, supervisedDevices: 1, onlineDevices: 1 }).health).toBe(100)
})
