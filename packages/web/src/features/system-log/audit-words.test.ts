import { expect, test } from 'vitest'
import { changesOf, columnFacts, without } from './audit-words.ts'

test('columns are known as the contract knows them', () => {
  expect(columnFacts('customer', 'type')?.enumeration).toBe('customerType')
  expect(columnFacts('account', 'last_login_at')?.format).toBe('date-time')
  expect(columnFacts('menu', 'name_zh')).toBeUndefined()
})

test('a change is an old and a new value', () => {
  expect(changesOf({ enabled: [true, false], grants: [[], ['a']] })).toEqual([
    { column: 'enabled', before: true, after: false },
    { column: 'grants', before: [], after: ['a'] },
  ])
  expect(changesOf(null)).toEqual([])
})

test('of two lists only the difference is told', () => {
  expect(without(['a', 'b'], ['b', 'c'])).toEqual(['a'])
})
