import { allEndpoints } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { refreshRateOf, staleQueries } from './kinds.ts'
import { refreshIntervalMs } from './refresher.ts'

test('while an import runs, the lists that it fills are refreshed', () => {
  const families = allEndpoints
    .filter(({ name }) => name.endsWith('.import'))
    .map(({ entry }) => entry.path.replace(/import$/, ''))
  expect(families).not.toEqual([])
  expect(families.filter((family) => !staleQueries.import.includes(family))).toEqual([])
})

test('in a storm, unread messages are read at most once in five seconds', () => {
  expect(staleQueries.message.some((prefix) => 'web/message/myPage'.startsWith(prefix))).toBe(true)
  expect(refreshIntervalMs[refreshRateOf('message')]).toBeGreaterThanOrEqual(5_000)
  // Nothing else that is refetched oftener brings them along.
  const others = Object.entries(staleQueries).filter(([kind]) => kind !== 'message')
  expect(others.filter(([, prefixes]) => prefixes.some((prefix) => 'web/message/myPage'.startsWith(prefix)))).toEqual([])
})
