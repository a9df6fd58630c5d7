import { allEndpoints, liveThings, endpoints, type Endpoint, type Thing } from '@emberwatch/contract'
import { expect, test, vi } from 'vitest'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { refreshRateOf, refetchStale } from './refetch-stale.ts'
import { refreshIntervalMs, refresher } from './refresher.ts'
import { queryOf, showing } from '../api/queries.ts'

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

test('a change during the first fetch of a list is fetched too', async () => {
  const client = new QueryClient()
  const answers: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    ...queryOf(endpoints.fault.page, {}),
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
  })
  const leave = observer.subscribe(() => undefined)
  const fetched = refetchStale(client, showing(['fault']))
  answers[0]?.resolve('read before it happened')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve('read after')
  await fetched
  expect(observer.getCurrentResult().data).toBe('read after')
  leave()
})

test('a list that takes four seconds answers in a storm too, and another one does not wait for it', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const begun = { slow: 0, fast: 0 }
  const broken: string[] = []
  const observe = (entry: Endpoint, name: keyof typeof begun, ms: number) =>
    new QueryObserver(client, {
      ...queryOf(entry, {}),
      queryFn: ({ signal }) => {
        const number = ++begun[name]
        signal.addEventListener('abort', () => void broken.push(`${name} ${number}`))
        return new Promise<number>((resolve) => setTimeout(() => resolve(number), ms))
      },
    })
  const slow = observe(endpoints.repairOrder.page, 'slow', 4_000)
  const fast = observe(endpoints.alarmDesk.counts, 'fast', 20)
  const leave = [slow, fast].map((each) => each.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(4_100)
  expect(slow.getCurrentResult().data).toBe(1)
  const refresh = refresher<Thing>(refreshIntervalMs.fast, (things) => refetchStale(client, showing(things)))
  const fastBefore = begun.fast
  for (let event = 0; event < 200; event++) {
    refresh(['order', 'alarm'])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(broken).toEqual([])
  expect(slow.getCurrentResult().data).toBeGreaterThanOrEqual(4)
  expect(begun.fast - fastBefore).toBeGreaterThanOrEqual(6)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(client.isFetching()).toBe(0)
  for (const each of leave) each()
  vi.useRealTimers()
})
