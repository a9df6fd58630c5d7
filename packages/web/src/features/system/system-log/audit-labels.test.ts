import { expect, test } from 'vitest'
import { changesOf, columnFacts, valueInWords, without } from './audit-labels.ts'

test('columns are described as in the contract', () => {
  expect(columnFacts('customer', 'type')?.enumeration).toBe('customerType')
  expect(columnFacts('account', 'last_login_at')?.format).toBe('date-time')
  expect(columnFacts('role', 'data_scope')?.enumeration).toBe('dataScope')
  expect(columnFacts('menu', 'name_zh')).toBeUndefined()
})

test('a change is an old and a new value', () => {
  expect(changesOf({ enabled: [true, false], grants: [[], ['a']] })).toEqual([
    { column: 'enabled', before: true, after: false },
    { column: 'grants', before: [], after: ['a'] },
  ])
  expect(changesOf(null)).toEqual([])
})

test('of two lists only the difference is shown', () => {
  expect(without(['a', 'b'], ['b', 'c'])).toEqual(['a'])
})

test('any shape of change is shown as readable text, never as code', () => {
  const words = {
    yes: 'yes',
    no: 'no',
    none: '—',
    label: (field: string) => `<${field}>`,
    time: (instant: string) => instant.slice(0, 10),
  }
  const results = [{ device_id: 'SD1', done: true, at: '2026-11-20T08:00:00.000Z', note: null }]
  expect(valueInWords(results, words)).toBe('<deviceId>：SD1；<done>：yes；<at>：2026-11-20；<note>：—')
  expect(valueInWords(['North Admin', 'South Admin'], words)).toBe('North Admin、South Admin')
  expect(valueInWords([], words)).toBe('—')
})
