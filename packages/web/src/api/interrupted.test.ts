import { expect, test } from 'vitest'
import { isCutOff, isLeaving, watchLeaving } from './interrupted.ts'

test('a read that its caller aborted is not a failure', () => {
  const asker = new AbortController()
  expect(isCutOff(new TypeError('Failed to fetch'), asker.signal)).toBe(false)
  asker.abort()
  expect(isCutOff(new TypeError('Failed to fetch'), asker.signal)).toBe(true)
  expect(isCutOff(new DOMException('The user aborted a request.', 'AbortError'))).toBe(true)
  expect(isCutOff(new SyntaxError('Unexpected end of JSON input'))).toBe(false)
})

test.each(['beforeunload', 'pagehide'])(
  'after %s a page is about to be left, unless it is still there seconds later',
  (event) => {
    const page = new EventTarget()
    watchLeaving(page as unknown as Window, () => 100_000)
    page.dispatchEvent(new Event(event))
    expect([100_001, 102_999, 103_001].map(isLeaving)).toEqual([true, true, false])
  },
)
