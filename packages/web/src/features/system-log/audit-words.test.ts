import { expect, test } from 'vitest'
import { actionWords, changesOf, columnFacts, kindWord, without } from './audit-words.ts'
import { texts } from './system-log.en.ts'

test.each([
  ['account.create', 'Account · created'],
  ['account.import.finish', 'Account · import finished'],
  ['operatorPlatform.del', 'Carrier platform · deleted'],
  ['unheard.of', 'unheard · of'],
])('%s reads as %s', (action, words) => {
  expect(actionWords(texts.audit, action)).toBe(words)
})

test('tables are named as the contract names them', () => {
  expect(kindWord(texts.audit, 'operator_platform')).toBe('Carrier platform')
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
