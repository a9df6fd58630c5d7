import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClockCorrections, UnknownSenders } from './link-senders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const peer = (ip: string, isGone = false) => ({ ip, isGone, mayWait: true })
const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([promise, Promise.resolve('waiting')])) !== 'waiting'

test('each address of the network has its turn', async () => {
  const unknown = new UnknownSenders('gb26875')
  const order: string[] = []
  const ask = (name: string, ip: string): void => {
    void unknown.turn(`gb26875:${name}`, 1, peer(ip)).then(() => order.push(name))
  }
  ask('first', '192.0.2.1')
  for (let index = 0; index < 5; index++) ask(`flood ${index}`, '192.0.2.1')
  ask('fire', '192.0.2.2')
  await vi.advanceTimersByTimeAsync(120)
  expect(order).toEqual(['first', 'flood 0', 'fire'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(order).toHaveLength(7)
})

test('neither a sign of life nor a datagram waits for a turn: a fire would wait behind it', async () => {
  const unknown = new UnknownSenders('gb26875')
  expect(await unknown.turn('gb26875:1', 0, peer('192.0.2.1'))).toBe('gb26875:1')
  expect(await unknown.turn('gb26875:2', 0, peer('192.0.2.2'))).toBeUndefined()
  expect(await unknown.turn('gb26875:3', 1, { ...peer('192.0.2.3'), mayWait: false })).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60)
  expect(await unknown.turn('gb26875:3', 1, { ...peer('192.0.2.3'), mayWait: false })).toBe('gb26875:3')
})

test('who comes again and again is not behind those that it left', async () => {
  const unknown = new UnknownSenders('gb26875')
  void unknown.turn('gb26875:1', 20, peer('192.0.2.9'))
  const left = Array.from({ length: 30 }, () => {
    const gone = peer('192.0.2.1')
    const turn = unknown.turn('gb26875:2', 1, gone)
    gone.isGone = true
    return turn
  })
  const last = unknown.turn('gb26875:2', 1, peer('192.0.2.1'))
  await vi.advanceTimersByTimeAsync(1_100)
  expect(await last).toBe('gb26875:2')
  expect((await Promise.all(left)).every((name) => name === undefined)).toBe(true)
})

test('a frame pays for its reports, up to a second', async () => {
  const unknown = new UnknownSenders('gb26875')
  void unknown.turn('gb26875:1', 200, peer('192.0.2.1'))
  const next = unknown.turn('gb26875:2', 1, peer('192.0.2.2'))
  await vi.advanceTimersByTimeAsync(900)
  expect(await settled(next)).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await next).toBe('gb26875:2')
})

test('one address of the network cannot queue without bound', async () => {
  const unknown = new UnknownSenders('gb26875')
  const asked = Array.from({ length: 100 }, (_, index) => unknown.turn(`gb26875:${index}`, 1, peer('192.0.2.1')))
  await vi.advanceTimersByTimeAsync(60_000)
  const taken = (await Promise.all(asked)).filter((name) => name !== undefined)
  // One at once, and twenty that waited.
  expect(taken).toHaveLength(21)
})

test('a thousand senders are listed by name, further ones as one, until the first are forgotten', async () => {
  const unknown = new UnknownSenders('gb26875')
  const listed = async (number: number): Promise<string | undefined> => {
    const name = unknown.turn(`gb26875:${number}`, 1, peer(`192.0.2.${number % 250}`))
    await vi.advanceTimersByTimeAsync(60)
    return name
  }
  for (let number = 0; number < 1_000; number++) await listed(number)
  expect(await listed(1_000)).toBe('gb26875:…')
  expect(unknown.isListed('gb26875:999')).toBe(true)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(unknown.isListed('gb26875:999')).toBe(false)
  expect(await listed(1_001)).toBe('gb26875:1001')
})

test('a wrong clock is corrected twice in a row, whatever its sender is connected over', () => {
  const corrections = new ClockCorrections()
  const wrong = (address: string): boolean => {
    const isDue = corrections.isDue(address)
    corrections.note(address, true)
    return isDue
  }
  expect([wrong('a'), wrong('a'), wrong('a'), wrong('b')]).toEqual([true, true, false, true])
  corrections.note('a', false)
  expect(wrong('a')).toBe(true)
})
