import { allEndpoints, liveThings } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { refreshRateOf } from './kinds.ts'
import { refreshIntervalMs } from './refresher.ts'

test('while an import runs, the lists that it fills are refreshed', () => {
  const pages = allEndpoints
    .filter(({ name }) => name.endsWith('.import'))
    .map(({ name }) => allEndpoints.find((each) => each.name === name.replace(/import$/, 'page')))
    // The accounts of each kind of company have a page of their own.
    .concat(allEndpoints.filter(({ name }) => name.startsWith('account.page')))
    .filter((page) => page !== undefined)
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(({ entry }) => !entry.shows?.includes('import'))).toEqual([])
})

test('in a storm, unread messages are read at most once in five seconds', () => {
  const unread = allEndpoints.find(({ name }) => name === 'message.myPage')?.entry
  // Nothing else that is refetched oftener brings them along.
  expect(liveThings.filter((kind) => unread?.shows?.includes(kind))).toEqual(['message'])
  expect(refreshIntervalMs[refreshRateOf('message')]).toBeGreaterThanOrEqual(5_000)
})
