import { expect, test } from 'vitest'
import { mergeHeldRows } from './use-held-rows.ts'

const row = (id: number, state = 'unconfirmed') => ({ id, state })

test('held rows keep their places with current values; added and removed rows are counted', () => {
  const held = [row(3), row(2), row(1)]
  const { rows, fresh, gone } = mergeHeldRows(held, [row(5), row(4), row(3, 'confirmed'), row(1)])
  expect(rows).toEqual([row(3, 'confirmed'), row(2), row(1)])
  expect(fresh).toBe(2)
  expect([...gone]).toEqual([2])
})

test('if nothing has changed the rows are identical, so that nothing is rendered again', () => {
  const held = [row(2), row(1)]
  expect(mergeHeldRows(held, held).rows).toBe(held)
  expect(mergeHeldRows(held, [row(3), ...held]).rows).toBe(held)
})
