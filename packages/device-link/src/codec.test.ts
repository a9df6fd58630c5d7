import { describe, expect, test } from 'vitest'
import {
  decodeCommand,
  decodeCommandReply,
  decodeHeartbeat,
  decodeReportMessage,
  decodeUpgrade,
  decodeUpgradeProgress,
  encodeMessage,
  MAX_PAYLOAD_BYTES,
  parseDeviceTime,
} from './index.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const report = { device: 'SD0001', code: '1110', format: 'CID', time: '2026-11-20T08:00:00.000Z', values: { battery: 87 } }
const message = { seq: 41, time: '2026-11-20T08:00:00.000Z', reports: [report] }

describe('what is taken', () => {
  test.each([
    ['the example of the link description', message],
    ['the gateway speaking of itself', { seq: 0, reports: [{ code: '1301', format: 'CID' }] }],
    ['no reports', { seq: 1, reports: [] }],
    ['a clock that is no date', { seq: 1, time: 'never', reports: [{ ...report, time: 'rtc?' }] }],
    ['keys of a newer gateway', { ...message, extra: { deep: [1] }, reports: [{ ...report, zone: 4 }] }],
    ['every kind of value', { seq: 1, reports: [{ ...report, values: { a: 1.5, b: 'x', c: true, d: null } }] }],
    ['an escape of a storable character', '{"seq":1,"reports":[{"code":"\\u70df","format":"EW"}]}'],
    ['the largest sequence', { seq: Number.MAX_SAFE_INTEGER, reports: [] }],
  ])('%s', (_name, value) => {
    const decoded = decodeReportMessage(bytes(value))
    expect(decoded).toEqual({ ok: true, message: JSON.parse(bytes(value).toString()) })
  })

  test('a payload of exactly the limit', () => {
    const head = '{"seq":1,"reports":[],"pad":"'
    const text = head + 'x'.repeat(MAX_PAYLOAD_BYTES - head.length - 2) + '"}'
    expect(decodeReportMessage(bytes(text)).ok).toBe(true)
    expect(decodeReportMessage(bytes(text.replace('"pad"', '"padd"')))).toEqual({ ok: false, reason: 'tooLarge' })
  })
})

describe('what is refused, with its reason', () => {
  test.each([
    ['empty', '', 'notJson'],
    ['cut off', '{"seq":1', 'notJson'],
    ['a bare NaN', '{"seq":NaN,"reports":[]}', 'notJson'],
    ['null', 'null', 'wrongType'],
    ['a list', '[]', 'wrongType'],
    ['no seq', { reports: [] }, 'wrongType'],
    ['seq as text', { seq: '1', reports: [] }, 'wrongType'],
    ['seq below zero', { seq: -1, reports: [] }, 'wrongType'],
    ['a broken seq', { seq: 1.5, reports: [] }, 'wrongType'],
    ['seq beyond exact numbers', '{"seq":9007199254740993,"reports":[]}', 'wrongType'],
    ['reports as object', { seq: 1, reports: {} }, 'wrongType'],
    ['time as number', { seq: 1, time: 5, reports: [] }, 'wrongType'],
    ['a report that is null', { seq: 1, reports: [null] }, 'wrongType'],
    ['no code', { seq: 1, reports: [{ format: 'CID' }] }, 'wrongType'],
    ['an empty code', { seq: 1, reports: [{ format: 'CID', code: '' }] }, 'wrongType'],
    ['code as number', { seq: 1, reports: [{ format: 'CID', code: 1110 }] }, 'wrongType'],
    ['no format', { seq: 1, reports: [{ code: '1110' }] }, 'wrongType'],
    ['an endless device code', { seq: 1, reports: [{ ...report, device: 'D'.repeat(65) }] }, 'wrongType'],
    ['nested values', { seq: 1, reports: [{ ...report, values: { a: { b: 1 } } }] }, 'wrongType'],
    ['values as list', { seq: 1, reports: [{ ...report, values: [1] }] }, 'wrongType'],
    ['a NUL character', '{"seq":1,"reports":[{"code":"a\\u0000b","format":"EW"}]}', 'wrongType'],
    ['a NUL in a key', '{"seq":1,"reports":[{"code":"a","format":"EW","values":{"\\u0000":1}}]}', 'wrongType'],
    ['half a surrogate pair', '{"seq":1,"reports":[{"code":"\\ud800","format":"EW"}]}', 'wrongType'],
  ])('%s', (_name, value, reason) => {
    expect(decodeReportMessage(bytes(value))).toEqual({ ok: false, reason })
  })

  test('bytes that are no UTF-8', () => {
    expect(decodeReportMessage(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual({ ok: false, reason: 'notJson' })
  })

  test('nesting without end is refused, not thrown', () => {
    expect(decodeReportMessage(bytes('['.repeat(60_000)))).toEqual({ ok: false, reason: 'notJson' })
    expect(decodeReportMessage(bytes('["\\u0041",'.repeat(1) + '['.repeat(30_000) + ']'.repeat(30_000) + ']')).ok).toBe(false)
  })
})

describe('the other channels', () => {
  const upgrade = { task: 't1', version: '1.3.000', url: 'https://example.test/fw.bin', size: 10, sha256: 'a'.repeat(64) }
  test.each([
    [
      'heartbeat',
      decodeHeartbeat,
      { seq: 2, ip: '10.0.0.7', port: 5000, signal: -71, firmware: '1.2.003' },
      { seq: 2, port: 70_000 },
    ],
    ['command', decodeCommand, { id: '1', device: 'SD1', command: 'silence', params: { minutes: 5 } }, { id: '1' }],
    ['reply', decodeCommandReply, { id: '1', result: 'ok', values: {} }, { id: '1', result: 'perhaps' }],
    ['upgrade', decodeUpgrade, upgrade, { ...upgrade, sha256: 'short' }],
    [
      'progress',
      decodeUpgradeProgress,
      { task: 't', state: 'verifying', percent: 40, error: null },
      { task: 't', state: 'done' },
    ],
  ])('%s', (_name, decode, good, bad) => {
    expect(decode(bytes(good))).toEqual({ ok: true, message: good })
    expect(decode(bytes(bad))).toEqual({ ok: false, reason: 'wrongType' })
  })

  test('what is encoded is decoded', () => {
    expect(decodeReportMessage(encodeMessage(message))).toEqual({ ok: true, message })
  })
})

test.each([
  ['2026-11-20T08:00:00.000Z', 1795161600000],
  ['2026-11-20T16:00:00+08:00', 1795161600000],
  ['rtc?', undefined],
  ['+275760-01-01T00:00:00.000Z', undefined],
  ['1969-12-31T23:59:59.999Z', undefined],
  [undefined, undefined],
])('device time %s', (text, expected) => {
  expect(parseDeviceTime(text)?.getTime()).toBe(expected)
})
