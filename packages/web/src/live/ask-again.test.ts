import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './ask-again.ts'

test('what happens while a list is read for the first time is read, too', async () => {
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
  const asked = askAgain(client, ['web/faultRecord/'])
  answers[0]?.resolve('read before it happened')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve('read after')
  await asked
  expect(observer.getCurrentResult().data).toBe('read after')
  leave()
})
