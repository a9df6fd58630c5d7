import { expect, test } from 'vitest'
import { keyAction } from './key-actions.ts'

const press = (key: string, more: object = {}, inList = false) =>
  keyAction(
    { key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false, target: null, ...more },
    inList,
  )

test.each([
  ['j', 'next'],
  ['J', 'next'],
  ['k', 'previous'],
  ['c', 'confirm'],
  ['D', 'deal'],
  ['f', 'misreport'],
  ['t', 'take'],
  ['a', 'assign'],
  ['n', 'comment'],
  ['r', 'repair'],
  ['m', 'mute'],
  ['q', 'queue'],
  ['4', 'view4'],
  ['6', 'view6'],
  ['?', 'help'],
  ['x', undefined],
  ['Enter', undefined],
])('%s means %s', (key, action) => {
  expect(press(key)).toBe(action)
})

test('arrows scroll the page until the focus is in the list', () => {
  expect([press('ArrowDown'), press('ArrowUp')]).toEqual([undefined, undefined])
  expect([press('ArrowDown', {}, true), press('ArrowUp', {}, true)]).toEqual(['next', 'previous'])
})

test('no key counts while typing, with a modifier, or if it was already handled', () => {
  expect(press('c', { target: { closest: () => ({}) } })).toBeUndefined()
  expect(press('c', { target: { closest: () => null } })).toBe('confirm')
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }])
    expect(press('c', more)).toBeUndefined()
})

test('a held key confirms one alarm, not all of them', () => {
  expect([press('c', { repeat: true }), press('j', { repeat: true })]).toEqual([undefined, 'next'])
})
