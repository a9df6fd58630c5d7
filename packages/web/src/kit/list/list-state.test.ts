import { expect, test } from 'vitest'
import { addressOf, searchOf } from './list-state.ts'

const live = { open: 'true' }

test('a list with a default view shows it at its bare address, and everything only when asked to', () => {
  expect(searchOf({}, live)).toEqual(live)
  const all = addressOf(live, { open: '', state: '' }, live)
  expect(all).toEqual({ all: 'true' })
  expect(searchOf(all, live)).toEqual(all)
  expect(addressOf(all, { pageNum: '2' }, live)).toEqual({ pageNum: '2' })
  expect(addressOf({ pageNum: '2' }, { open: 'true' }, live)).toEqual(live)
  expect(searchOf({ keyword: 'lobby' }, live)).toEqual({ keyword: 'lobby' })
})

test('a list without one shows everything at its bare address', () => {
  expect(searchOf({}, undefined)).toEqual({})
  expect(addressOf({ state: 'pending' }, { state: '' }, undefined)).toEqual({})
})
