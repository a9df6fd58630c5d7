import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClockCorrections, UnknownSenders } from './link-senders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const peer = (ip: string) => ({ ip, isGone: false })
const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  (await Promise.race([promise, Promise.resolve('waiting')])) !== 'waiting'

test('each address of the network has its turn, reports before signs of life, and one that is gone costs no time', async () => {
  const unknown = new UnknownSenders('gb26875')
  const order: string[] = []
  const ask = (name: string, ip: string, reports: number, gone = false) =>
    void unknown
      .turn(`gb26875:${name}`, reports, { ip, isGone: gone })
      .then((taken) => order.push(taken === undefined ? `${name} not` : name))
  for (let index = 0; index < 10; index++) ask(`sign ${index}`, '192.0.2.1', 0)
  ask('gone', '192.0.2.3', 1, true)
  for (let index = 0; index < 5; index++) ask(`flood ${index}`, '192.0.2.1', 1)
  ask('fire', '192.0.2.2', 1)
  await vi.advanceTimersByTimeAsync(120)
  expect(order).toEqual(['gone not', 'flood 0', 'fire', 'flood 1'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(order).toHaveLength(17)
})

test('a frame pays for each of its reports', async () => {
  const unknown = new UnknownSenders('gb26875')
  void unknown.turn('gb26875:1', 200, peer('192.0.2.1'))
  const next = unknown.turn('gb26875:2', 1, peer('192.0.2.2'))
  await vi.advanceTimersByTimeAsync(9_900)
  expect(await settled(next)).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await next).toBe('gb26875:2')
})

test('one address of the network cannot queue without bound', async () => {
  const unknown = new UnknownSenders('gb26875')
  const asked = Array.from({ length: 100 }, (_, index) => unknown.turn(`gb26875:${index}`, 1, peer('192.0.2.1')))
  await vi.advanceTimersByTimeAsync(60_000)
  const taken = (await Promise.all(asked)).filter((name) => name !== undefined)
  expect(taken).toHaveLength(20)
})

test('a thousand senders are listed by name, further ones as one, until the first are forgotten', async () => {
  const unknown = new UnknownSenders('gb26875')
  const listed = async (number: number) => {
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
  const wrong = (address: string) => {
    const isDue = corrections.isDue(address)
    corrections.note(address, true)
    return isDue
  }
  expect([wrong('a'), wrong('a'), wrong('a'), wrong('b')]).toEqual([true, true, false, true])
  corrections.note('a', false)
  expect(wrong('a')).toBe(true)
})
