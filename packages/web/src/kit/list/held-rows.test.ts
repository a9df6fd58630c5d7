import { expect, test } from 'vitest'
import { enterRows, mergeHeldRows, movedKeys, pushedOff } from './held-rows.ts'

const row = (id: number, state = 'unconfirmed') => ({ id, state })
const keyOf = ({ id }: { id: number }) => String(id)
const allGone = { values: [], isGone: () => true }
const noneGone = { values: [], isGone: () => false }

test('held rows keep their places with current values; added and removed rows are counted', () => {
  const held = [row(3), row(2), row(1)]
  const { rows, fresh, gone } = mergeHeldRows(held, [row(5), row(4), row(3, 'confirmed'), row(1)], keyOf, allGone)
  expect(rows).toEqual([row(3, 'confirmed'), row(2), row(1)])
  expect(fresh).toBe(2)
  expect([...gone]).toEqual(['2'])
})

test('if nothing has changed the rows are identical, so that nothing is rendered again', () => {
  const held = [row(2), row(1)]
  expect(mergeHeldRows(held, held, keyOf, noneGone).rows).toBe(held)
  expect(mergeHeldRows(held, [row(3), ...held], keyOf, noneGone).rows).toBe(held)
})

test('rows that newer ones push off the page are not gone, and have their current values', () => {
  const held = [row(3), row(2), row(1)]
  const newer = [row(6), row(5), row(4)]
  const { rows, gone } = mergeHeldRows(held, newer, keyOf, { values: [row(3, 'confirmed')], isGone: () => false })
  expect(rows).toEqual([row(3, 'confirmed'), row(2), row(1)])
  expect([...gone]).toEqual([])
})

test('a list that cannot be asked about rows still tells those that fell off its end from those that no longer match', () => {
  const held = [row(5), row(4), row(3)]
  expect([...pushedOff(held, [row(7), row(6), row(5)], keyOf, 3)]).toEqual(['4', '3'])
  expect([...pushedOff(held, [row(6), row(5), row(3)], keyOf, 3)]).toEqual([])
  expect([...pushedOff(held, [row(5), row(4)], keyOf, 3)]).toEqual([])
})

test('a fire enters right below the row in hand, which stays in its place', () => {
  const held = [row(3), row(2), row(1)]
  expect(enterRows(held, [row(9)], keyOf, '2').map(keyOf)).toEqual(['3', '2', '9', '1'])
  expect(enterRows(held, [row(9)], keyOf, undefined).map(keyOf)).toEqual(['9', '3', '2', '1'])
  expect(movedKeys(['3', '2', '1'], ['3', '2', '9', '1'])).toEqual(['9', '1'])
})
