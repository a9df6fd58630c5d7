import { expect, test } from 'vitest'
import { comparedWith } from './use-held-rows.ts'

const row = (id: number, state = 'unconfirmed') => ({ id, state })

test('held rows keep their places and are as they are now; what came and what went is counted', () => {
  const held = [row(3), row(2), row(1)]
  const { rows, fresh, gone } = comparedWith(held, [row(5), row(4), row(3, 'confirmed'), row(1)])
  expect(rows).toEqual([row(3, 'confirmed'), row(2), row(1)])
  expect(fresh).toBe(2)
  expect([...gone]).toEqual([2])
})

test('where nothing has changed the rows are the same, so that nothing is drawn again', () => {
  const held = [row(2), row(1)]
  expect(comparedWith(held, held).rows).toBe(held)
  expect(comparedWith(held, [row(3), ...held]).rows).toBe(held)
})
