import { allEndpoints, operationsIn } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { inPerson } from './me.tsx'

test('the operations of all calls reserved for the account holder are listed', () => {
  const operations = allEndpoints.filter(({ entry }) => entry.inPerson).flatMap(({ entry }) => operationsIn(entry.access))
  expect([...inPerson].sort()).toEqual([...new Set<string>(operations)].sort())
})
