import { DomainError } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { errorText, nobody, refusalText, timeZoneOf } from './i18n.ts'

const params = { who: 'Night desk', when: '2026-01-01T23:30:05.007Z' }

test('a message shows instants in the reader’s time zone', () => {
  expect(errorText('en', 'staleVersion', params, 'Asia/Shanghai')).toContain('2026-01-02 07:30:05 UTC+8')
  expect(errorText('zh', 'staleVersion', params, 'America/St_Johns')).toContain('2026-01-01 20:00:05 UTC-3:30')
  expect(errorText('en', 'staleVersion', params)).toContain('2026-01-01 23:30:05 UTC')
  expect(errorText('en', 'staleVersion', { ...params, when: '—' }, 'Asia/Shanghai')).toContain('—')
})

test('what the program did itself was done by the system; the reason of one among several is in the reader’s time zone as well', () => {
  expect(errorText('en', 'staleVersion', { ...params, who: nobody })).toContain('System')
  expect(errorText('zh', 'staleVersion', { ...params, who: nobody })).toContain('系统')
  const refusal = new DomainError('staleVersion', params)
  expect(refusalText({ locale: 'en', origin: { timeZone: 'Asia/Shanghai' } }, refusal)).toContain('2026-01-02 07:30:05 UTC+8')
  expect(refusalText({ locale: 'en', origin: {} }, refusal)).toContain('2026-01-01 23:30:05 UTC')
})

test('an unknown time zone is ignored', () => {
  expect(timeZoneOf('Asia/Shanghai')).toBe('Asia/Shanghai')
  for (const zone of [undefined, '', 'Nowhere/Land', ['a', 'b'], 'A'.repeat(70)]) expect(timeZoneOf(zone)).toBe('UTC')
})
