import { expect, test } from 'vitest'
import {
  askedAbout,
  boundRows,
  enterRows,
  mergeHeldRows,
  mostHeld,
  movedKeys,
  offPageOf,
  pushedOff,
  stillAtWork,
} from './held-rows.ts'

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

test('somebody who stays in the list all night does not gather rows without end, and keeps the row in hand and those of the page', () => {
  let held: readonly { id: number }[] = [row(3), row(2), row(1)]
  for (let id = 4; id <= 1_000; id++) {
    const latest = [row(id), row(id - 1), row(1)]
    held = boundRows(enterRows(held, [row(id)], keyOf, '2'), latest, keyOf, '2')
  }
  expect(held).toHaveLength(mostHeld)
  expect(held.slice(0, 4).map(keyOf)).toEqual(['3', '2', '1000', '999'])
  expect(held.at(-1)).toEqual(row(1))
})

test('what has become of a held row is asked however many are held', () => {
  const held = Array.from({ length: 120 }, (_each, index) => 120 - index)
  const onPage = new Set(held.slice(0, 80))
  expect(askedAbout(held, onPage, 100)).toEqual(held.slice(80))
  expect(askedAbout(held.slice(0, 90), onPage, 100)).toEqual(held.slice(0, 90))
})

test('rows are held no longer than somebody works in the list, whatever the browser has not told', () => {
  const nobody = { pointer: false, focus: false }
  const pointing = { pointer: true, movedAt: 1_000, focus: false }
  expect(stillAtWork(pointing, 20_000, false)).toEqual({ pointer: true, focus: false })
  expect(stillAtWork(pointing, 21_000, false)).toEqual(nobody)
  const typing = { pointer: false, movedAt: 0, focus: true }
  expect(stillAtWork(typing, 3_600_000, true)).toEqual({ pointer: false, focus: true })
  expect(stillAtWork(typing, 2_000, false)).toEqual(nobody)
  expect(stillAtWork({ ...nobody, movedAt: 0 }, 2_000, true)).toEqual(nobody)
})

test('a row is gone only if it is there and does not match; one of which nothing is known stays', () => {
  const { values, isGone, isKnown } = offPageOf([row(1, 'confirmed'), row(2)], [row(2)], keyOf)
  expect(values).toEqual([row(1, 'confirmed'), row(2)])
  expect(['1', '2', '3'].map(isGone)).toEqual([true, false, false])
  expect(['1', '2', '3'].map(isKnown)).toEqual([true, true, false])
})
