import { expect, test } from 'vitest'
import { groupSignals, type PointSignal } from './signal.ts'

const at = (second: number) => new Date(1_790_000_000_000 + second * 1000)
const raise = (second: number, more: object = {}): PointSignal => ({
  point: 'd1',
  typeId: 1,
  action: 'raise',
  at: at(second),
  ...more,
})

test('signals that two gateways relay out of order span from the earliest to the latest', () => {
  const [group, ...others] = groupSignals([raise(5), raise(3), raise(4)])
  expect(others).toEqual([])
  expect(group?.raises).toEqual([{ first: raise(3), repeats: 2, lastAt: at(5) }])
})

test('a code that nobody is notified of does not silence one that people are', () => {
  const [group] = groupSignals([raise(1, { notify: false }), raise(2, { notify: true })])
  expect(group?.raises).toMatchObject([{ first: { at: at(1), notify: true }, repeats: 1 }])
})

test('a repeat does not hide one that is new each time', () => {
  const [group] = groupSignals([raise(1, { eachIsNew: false }), raise(2, { eachIsNew: true })])
  expect(group?.raises).toMatchObject([{ first: { at: at(1), eachIsNew: true }, repeats: 1 }])
})

test('a restore followed by a raise is a group of its own', () => {
  const restore = { ...raise(2), action: 'restore' } as const
  expect(groupSignals([raise(1), restore, raise(3)])).toEqual([
    { raises: [{ first: raise(1), repeats: 0, lastAt: at(1) }], restores: [restore] },
    { raises: [{ first: raise(3), repeats: 0, lastAt: at(3) }], restores: [] },
  ])
})
