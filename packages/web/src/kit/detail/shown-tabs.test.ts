import { expect, test } from 'vitest'
import { splitTabs } from './shown-tabs.ts'

const tabs = Array.from({ length: 10 }, (_, index) => ({ key: `t${index}` }))
const keys = (open: string, of = tabs) => {
  const { bar, more } = splitTabs(of, open)
  return [bar, more].map((part) => part.map(({ key }) => key.slice(1)).join(''))
}

test('seven tabs are in the bar, the others behind “More”', () => {
  expect(keys('t0')).toEqual(['0123456', '789'])
  expect(keys('t6')).toEqual(['0123456', '789'])
  expect(keys('t0', tabs.slice(0, 7))).toEqual(['0123456', ''])
})

test('the open tab is in the bar, wherever it came from', () => {
  expect(keys('t8')).toEqual(['0123458', '679'])
})
