import { expect, test } from 'vitest'
import { deviceClock } from './paper-place.ts'

const paper = { ctx: { locale: 'en' }, alarm: { timeZone: 'Asia/Shanghai' } } as Parameters<typeof deviceClock>[0]
const receivedAt = '2026-11-27T16:38:42.000Z'
const report = {
  receivedAt,
  sentTime: null,
  deviceCode: null,
  sequence: null,
  format: null,
  code: '1110',
  values: null,
  frame: null,
}
const said = (deviceTime: string | null, problem: string | null = null, sentTime: string | null = null) =>
  deviceClock(paper, { ...report, deviceTime, problem, sentTime })

test('the file states a device’s clock only if it can be right', () => {
  expect(said('2026-11-27T16:38:40.000Z')).not.toContain('not proved')
  expect(said('2026-11-27T16:38:40.000Z', 'values')).not.toContain('not proved')
  for (const doubtful of [
    said('2026-11-27T16:38:42.500Z'),
    said('2036-02-07T06:28:16.000Z', 'time'),
    said('1999-08-22T10:00:00.000Z', 'values time'),
    said(null, 'time', 'Device 5'),
  ])
    expect(doubtful).toContain('not proved')
  expect(said(null, 'time', 'Device 5')).toContain('Device 5')
  expect(said(null)).toBeNull()
})
