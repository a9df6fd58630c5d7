import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Notifications, Subscriber } from './database/notifications.ts'
import { createWakeLoop } from './wake-loop.ts'

/** Notifications that the test sends itself. */
const notificationsOf = () => {
  const subscribers = new Set<Subscriber>()
  const notifications: Notifications = {
    start: async () => undefined,
    stop: async () => undefined,
    listening: () => true,
    subscribe: (_channel, subscriber) => {
      subscribers.add(subscriber)
      return () => void subscribers.delete(subscriber)
    },
  }
  return { notifications, subscribers, announce: () => subscribers.forEach((each) => each.onNotification('')) }
}

const loopOf = (work: () => Promise<boolean | void>, everyMs = 60_000) => {
  const { notifications, subscribers, announce } = notificationsOf()
  const log = { warn: vi.fn<() => void>() }
  const loop = createWakeLoop({ notifications, channel: 'work', everyMs, work, failed: 'failed', log })
  return { loop, subscribers, announce, log }
}

test('works at the start and when work is announced, one round after another', async () => {
  let rounds = 0
  let busy = 0
  const { loop, announce } = loopOf(async () => {
    expect(++busy).toBe(1)
    await delay(20)
    busy--
    rounds++
  })
  loop.start()
  await vi.waitFor(() => expect(rounds).toBe(1))
  announce()
  await delay(5)
  // Announced while a round runs: one more round follows, however many announcements there were.
  announce()
  announce()
  await vi.waitFor(() => expect(rounds).toBe(3))
  await delay(60)
  expect(rounds).toBe(3)
  await loop.stop()
})

test('also works without announcements', async () => {
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  const { loop } = loopOf(work, 10)
  loop.start()
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2))
  await loop.stop()
})

test('a failed round is logged and repeated with the next one, not at once', async () => {
  const work = vi.fn<() => Promise<void>>(async () => {
    announceAgain()
    throw new Error('database away')
  })
  const { loop, announce, log } = loopOf(work)
  const announceAgain = announce
  loop.start()
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce())
  await delay(30)
  expect(work).toHaveBeenCalledOnce()
  announce()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  await loop.stop()
})

test('stopping waits for the current round and unsubscribes', async () => {
  let done = false
  const { loop, subscribers } = loopOf(async () => {
    await delay(30)
    done = true
  })
  loop.start()
  await loop.stop()
  expect(done).toBe(true)
  expect(subscribers.size).toBe(0)
})

test('a round that leaves more to do is followed by the next at once', async () => {
  let left = 3
  const { loop } = loopOf(async () => --left > 0)
  loop.start()
  await vi.waitFor(() => expect(left).toBe(0))
  await loop.stop()
})

test('says that it does not work once rounds have failed, or hang, for a while', async () => {
  let state: 'works' | 'fails' | 'hangs' = 'works'
  let release = (): void => undefined
  const { loop } = loopOf(async () => {
    if (state === 'fails') throw new Error('database away')
    if (state === 'hangs') await new Promise<void>((resolve) => (release = resolve))
  }, 10)
  const until = (works: boolean) => vi.waitFor(() => expect(loop.isWorking(200)).toBe(works))
  expect(loop.isWorking()).toBe(false)
  loop.start()
  await until(true)
  state = 'fails'
  await until(false)
  state = 'works'
  await until(true)
  state = 'hangs'
  await until(false)
  state = 'works'
  release()
  await until(true)
  await loop.stop()
})
