import { allEndpoints } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { staleQueries } from './kinds.ts'

test('while an import runs, the lists that it fills are refreshed', () => {
  const families = allEndpoints
    .filter(({ name }) => name.endsWith('.import'))
    .map(({ entry }) => entry.path.replace(/import$/, ''))
  expect(families).not.toEqual([])
  expect(families.filter((family) => !staleQueries.import.includes(family))).toEqual([])
})
