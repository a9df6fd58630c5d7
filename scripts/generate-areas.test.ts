import { expect, test } from 'vitest'
import { areAreasStale } from './generate-areas.ts'

test('the areas that are seeded are those of the data set', () => {
  expect(areAreasStale(), 'run: node scripts/generate-areas.ts').toBe(false)
})
