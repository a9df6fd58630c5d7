import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchStale } from './refetch-stale.ts'

test('a change during the first fetch of a list is fetched too', async () => {
  const client = new QueryClient()
  const answers: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['web/faultRecord/page'],
    queryFn: () => {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
  })
  const leave = observer.subscribe(() => undefined)
  const fetched = refetchStale(client, ['web/faultRecord/'])
  answers[0]?.resolve('read before it happened')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve('read after')
  await fetched
  expect(observer.getCurrentResult().data).toBe('read after')
  leave()
})
