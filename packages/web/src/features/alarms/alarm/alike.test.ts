import type { ActorFacts } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { closableAlike, isMixed, stillAlike } from './alike.ts'

const actor: ActorFacts = { accountId: 1, accountType: 'siter', companyId: 1, operations: new Set(['alarm:misreport']) }
const row = (id: number, more: object = {}) =>
  ({
    id,
    projectId: 2,
    deviceId: 7,
    typeId: 3,
    level: 'fire',
    test: false,
    state: 'unconfirmed',
    sourceActive: false,
    ...more,
  }) as const

test('closed along are only open alarms of the same device and type, and active ones only with a reason', () => {
  const rows = [
    row(1),
    row(2),
    row(3, { state: 'confirmed' }),
    row(4, { state: 'cleared' }),
    row(5, { deviceId: 8 }),
    row(6, { typeId: 4 }),
    row(7, { sourceActive: true }),
    row(8, { test: true }),
    row(9, { projectId: 5 }),
    row(10, { level: 'warning' }),
  ]
  const ids = (reason: boolean, as: 'deal' | 'misreport' = 'misreport') =>
    closableAlike(rows, row(1), { as, reason, actor }).map(({ id }) => id)
  expect(ids(false)).toEqual([2, 3])
  expect(ids(true)).toEqual([2, 3, 7])
  // Without the permission, none.
  expect(ids(true, 'deal')).toEqual([])
})

test('only alarms of one project and type are confirmed together, and no fire along with tests', () => {
  expect(
    [[], [row(1)], [row(1), row(2, { level: 'warning' })], [row(1, { test: true }), row(2, { test: true })]].map(isMixed),
  ).toEqual(Array.from({ length: 4 }, () => false))
  for (const other of [{ projectId: 5 }, { typeId: 4 }, { test: true }])
    expect(isMixed([row(1), row(2), row(3, other)])).toBe(true)
})

test('a fire that came after they were chosen, or was raised again since, is not closed along', () => {
  const at = (id: number, minute: number) => ({ id, raisedAt: `2026-11-20T08:0${minute}:00.000Z` })
  expect(stillAlike([at(1, 1), at(2, 2), at(3, 3)], [at(1, 1), at(2, 5), at(4, 4)])).toEqual([at(1, 1)])
})
