import { limits } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import type { EventStream } from '../../../platform/http/binding.ts'
import { createStreamLimit } from './live.rules.ts'

const stream = () => {
  const listeners: (() => void)[] = []
  const state = { open: true, retryMs: 0 }
  const it: EventStream = {
    lastEventId: null,
    send: (frame) => {
      state.retryMs = Buffer.isBuffer(frame) ? 0 : (frame.retryMs ?? 0)
      return state.open
    },
    onClose: (listener) => void listeners.push(listener),
    close: () => {
      state.open = false
      for (const listener of listeners) listener()
    },
  }
  return { it, state }
}

test('the oldest of a session makes room for the newest, and is told to come back later', () => {
  const limit = createStreamLimit()
  const streams = Array.from({ length: limits.streamsPerSession + 1 }, stream)
  for (const { it } of streams) limit(it, 'one', 1)
  expect(streams.map(({ state }) => state.open)).toEqual([false, ...Array.from({ length: limits.streamsPerSession }, () => true)])
  expect(streams[0]?.state.retryMs).toBeGreaterThan(1_000)
  // A closed window frees its slot.
  streams[5]?.it.close()
  const more = stream()
  limit(more.it, 'one', 1)
  expect(streams[1]?.state.open).toBe(true)
})

test('an account has its own limit over all its sessions, which affects nobody else', () => {
  const limit = createStreamLimit()
  const other = stream()
  limit(other.it, 'other', 2)
  const streams = Array.from({ length: limits.streamsPerAccount + 3 }, stream)
  for (const [index, { it }] of streams.entries()) limit(it, `session ${index >> 1}`, 1)
  expect(streams.filter(({ state }) => !state.open)).toEqual(streams.slice(0, 3))
  expect(other.state.open).toBe(true)
})
