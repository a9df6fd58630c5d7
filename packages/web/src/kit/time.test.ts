import { expect, test, vi } from 'vitest'
import { formatClock, formatDuration, formatInZone, formatLater, formatSpan, formatTime, formatWithMs } from './time.tsx'
import { viewersZone } from '../i18n/viewers-zone.ts'

test('a span reads like a clock', () => {
  expect(formatDuration(0)).toBe('0:00')
  expect(formatDuration(65_999)).toBe('1:05')
  expect(formatDuration(3_723_000)).toBe('1:02:03')
  expect(formatDuration(2 * 86_400_000 + 3_845_000)).toBe('2天 1:04:05')
  expect(formatDuration(-1)).toBe('0:00')
})

test('a duration that is over has units', () => {
  const spans = [0, 999, 45_000, 60_000, 65_999, 3_600_000, 7_500_000, 86_400_000, 2 * 86_400_000 + 3 * 3_600_000, -1]
  expect(spans.map((span) => formatSpan(span, 'en'))).toEqual([
    '0 s',
    '0 s',
    '45 s',
    '1 min',
    '1 min 05 s',
    '1 h',
    '2 h 05 min',
    '1 d',
    '2 d 03 h',
    '0 s',
  ])
  expect(spans.map((span) => formatSpan(span, 'zh'))).toEqual([
    '0 秒',
    '0 秒',
    '45 秒',
    '1 分',
    '1 分 5 秒',
    '1 小时',
    '2 小时 5 分',
    '1 天',
    '2 天 3 小时',
    '0 秒',
  ])
})

test('a time has one format, whatever the zone', () => {
  const local = new Date(2026, 0, 2, 3, 4, 5)
  expect(formatTime(local.toISOString())).toBe('2026-01-02 03:04:05')
})

test('a site shows its own time, and says so if it differs from the viewer’s', () => {
  const instant = '2026-01-01T23:30:00.007Z'
  expect(formatTime(instant, 'Asia/Shanghai')).toBe('2026-01-02 07:30:00')
  expect(formatClock(instant, 'Asia/Kathmandu')).toBe('05:15:00.007')
  expect(formatWithMs(instant, 'Asia/Kathmandu')).toBe('2026-01-02 05:15:00.007 UTC+5:45')
  expect(formatWithMs(instant, 'Asia/Shanghai')).toBe('2026-01-02 07:30:00.007 UTC+8')
  const viewers = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(formatInZone(instant, viewers)).toBe(formatTime(instant))
  const elsewhere = viewers === 'Asia/Kathmandu' ? 'Asia/Shanghai' : 'Asia/Kathmandu'
  expect(formatInZone(instant, elsewhere)).toMatch(/^2026-01-02 0[57]:[13][05]:00 UTC\+(5:45|8)$/)
})

test('a list of times creates each formatter only once', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const zone = viewersZone === 'Pacific/Auckland' ? 'America/Lima' : 'Pacific/Auckland'
  for (let minute = 10; minute < 60; minute++) formatInZone(`2026-01-01T23:${minute}:00.000Z`, zone)
  expect(made.mock.calls.length).toBeLessThanOrEqual(2)
  made.mockRestore()
})

test('a time beside an earlier one of the same day of the site has no day', () => {
  const later = (earlier: string) => formatLater('2026-01-02T00:30:00.000Z', earlier, 'Asia/Shanghai')
  expect(later('2026-01-01T16:00:00.000Z')).toBe('08:30:00')
  expect(later('2026-01-01T15:59:59.000Z')).toBe('2026-01-02 08:30:00')
})
