import { expect, test } from 'vitest'
import { partsOf } from './form-parts.ts'

const field = (name: string, more: object = {}) => ({ name, sent: true, ...more })
const named = (fields: Parameters<typeof partsOf>[0]) =>
  partsOf(fields).map(({ folded, fields: own }) => [folded, own.map(({ name }) => name)])

test('a section that folds stands for itself, what does not fold stays together', () => {
  const fields = [
    field('name'),
    field('address', { section: 'place' }),
    field('phone', { section: 'people', folds: true }),
    field('managers'),
    field('years', { section: 'maintenance', folds: false }),
    field('floors', { section: 'building', folds: true }),
  ]
  expect(named(fields)).toEqual([
    [undefined, ['name', 'address']],
    ['people', ['phone', 'managers']],
    [undefined, ['years']],
    ['building', ['floors']],
  ])
  // Its heading is that of the fold.
  expect(partsOf(fields)[1]?.fields[0]).not.toHaveProperty('section')
  expect(named([])).toEqual([])
})
