import type { ActorFacts } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { alikeOf } from './alike.ts'

const actor: ActorFacts = { accountId: 1, accountType: 'siter', companyId: 1, operations: new Set(['alarm:misreport']) }
const row = (id: number, more: object = {}) =>
  ({ id, deviceId: 7, typeId: 3, state: 'unconfirmed', sourceActive: false, ...more }) as const

test('closed along are only open alarms of the same device and type, and active ones only with a reason', () => {
  const rows = [
    row(1),
    row(2),
    row(3, { state: 'confirmed' }),
    row(4, { state: 'cleared' }),
    row(5, { deviceId: 8 }),
    row(6, { typeId: 4 }),
    row(7, { sourceActive: true }),
  ]
  const ids = (reason: boolean, as: 'deal' | 'misreport' = 'misreport') =>
    alikeOf(rows, row(1), { as, reason, actor }).map(({ id }) => id)
  expect(ids(false)).toEqual([2, 3])
  expect(ids(true)).toEqual([2, 3, 7])
  // Without the permission, none.
  expect(ids(true, 'deal')).toEqual([])
})
