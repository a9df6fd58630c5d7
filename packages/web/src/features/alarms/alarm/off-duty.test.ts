import { afterEach, expect, test } from 'vitest'
import { keepsFolded, rememberFolded, isLineOnly, isOffDuty } from './queue-view.ts'

const own = 7
const me = { id: 1, companyId: own }
const team = (companyId: number, ...confirmers: number[]) => ({ companyId, confirmers })

test.each([
  ['no roster is kept', [], false],
  ['nobody is on duty, or nobody who may confirm', [team(own)], false],
  ['somebody else is on duty', [team(own, 2), team(own)], true],
  ['the person is on duty too', [team(own, 2), team(own, 1)], false],
  ['only people of another company are on duty', [team(8, 2)], false],
])('%s', (_, teams, off) => expect(isOffDuty(teams, me)).toBe(off))

test('the queue is a line until it is known who is on duty, and a queue if that cannot be read, or not soon', () => {
  const isAwaited = false
  expect(isLineOnly({ teams: undefined, isError: false, isAwaited: true }, me)).toBe(true)
  expect(isLineOnly({ teams: undefined, isError: true, isAwaited }, me)).toBe(false)
  // The first answer takes long, or it failed and is read again.
  expect(isLineOnly({ teams: undefined, isError: false, isAwaited }, me)).toBe(false)
  // Who was on duty at the last answer may not be any more.
  expect(isLineOnly({ teams: [team(own, 2)], isError: true, isAwaited }, me)).toBe(false)
  expect(isLineOnly({ teams: [team(own, 2)], isError: false, isAwaited }, me)).toBe(true)
  expect(isLineOnly({ teams: [], isError: false, isAwaited }, me)).toBe(false)
})

afterEach(() => rememberFolded(1, false))
test('a folded queue is remembered for this person alone', () => {
  rememberFolded(1, true)
  expect([keepsFolded(1), keepsFolded(2)]).toEqual([true, false])
  rememberFolded(1, false)
  expect(keepsFolded(1)).toBe(false)
})
