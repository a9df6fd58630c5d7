import { describe, expect, test } from 'vitest'
import {
  decodeCommand,
  decodeCommandReply,
  decodeHeartbeat,
  decodeUpgrade,
  decodeUpgradeAsk,
  decodeUpgradeChunk,
  decodeUpgradeChunkRequest,
  decodeUpgradeProgress,
  encodeMessage,
  parseDeviceTime,
} from './index.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

describe('the other channels', () => {
  const upgrade = { task: 't1', version: '1.3.000', url: 'https://example.test/fw.bin', size: 10, sha256: 'a'.repeat(64) }
  test.each([
    ['command', decodeCommand, { id: '1', device: 'SD1', command: 'silence', params: { minutes: 5 } }, { id: '1' }],
    ['reply', decodeCommandReply, { id: '1', result: 'ok', values: {} }, { id: '1', result: 'perhaps' }],
    ['upgrade', decodeUpgrade, upgrade, { ...upgrade, sha256: 'short' }],
    [
      'progress',
      decodeUpgradeProgress,
      { task: 't', state: 'verifying', percent: 40, error: null },
      { task: 't', state: 'done' },
    ],
    ['ask', decodeUpgradeAsk, { device: null, firmware: '1.2.003', battery: 80 }, { firmware: 12 }],
    [
      'chunk request',
      decodeUpgradeChunkRequest,
      { task: 't', offset: 0, length: 32_768 },
      { task: 't', offset: 0, length: 32_769 },
    ],
    ['chunk', decodeUpgradeChunk, { task: 't', offset: 0, total: 1, data: 'AA==', more: false }, { task: 't', offset: -1 }],
  ])('%s', (_name, decode, good, bad) => {
    expect(decode(bytes(good))).toEqual({ ok: true, message: good })
    expect(decode(bytes(bad))).toEqual({ ok: false, reason: 'wrongType' })
  })

  const beat = { boot: 'k3v9', seq: 2, ip: '10.0.0.7', port: 5000, signal: -71, firmware: '1.2.003' }
  test.each([
    ['as it should be', beat, beat],
    ['a wrong port', { ...beat, port: 70_000 }, { ...beat, port: undefined }],
    ['a number as text', { ...beat, seq: '2' }, { ...beat, seq: undefined }],
    ['nothing but rubbish', { ip: [[]], signal: {} }, {}],
    ['a text that cannot be stored', '{"seq":2,"firmware":"\\u0000"}', { seq: 2 }],
    ['empty', {}, {}],
  ])('a heartbeat is a sign of life: %s', (_name, sent, expected) => {
    expect(decodeHeartbeat(bytes(sent))).toEqual({ ok: true, message: expected })
  })
  test.each([
    ['null', 'wrongType'],
    ['[]', 'wrongType'],
    ['{', 'notJson'],
  ])('a heartbeat is not %s', (sent, reason) => {
    expect(decodeHeartbeat(bytes(sent))).toEqual({ ok: false, reason })
  })

  test('what is encoded is decoded', () => {
    expect(decodeHeartbeat(encodeMessage(beat))).toEqual({ ok: true, message: beat })
  })

  test('endless nesting is refused instead of followed', () => {
    const deep = '['.repeat(30_000) + '"\\u0041"' + ']'.repeat(30_000)
    expect(decodeCommand(bytes(`{"id":"1","command":"silence","params":{"a":${deep}}}`))).toEqual({
      ok: false,
      reason: 'wrongType',
    })
  })
})

test.each([
  ['2026-11-20T08:00:00.000Z', 1795161600000],
  ['2026-11-20T16:00:00+08:00', 1795161600000],
  ['rtc?', undefined],
  ['+275760-01-01T00:00:00.000Z', undefined],
  ['1969-12-31T23:59:59.999Z', undefined],
  [undefined, undefined],
  [null, undefined],
  [1795161600000, undefined],
  [{}, undefined],
  ['2026-11-20T08:00:00.000Z' + ' '.repeat(20), undefined],
])('device time %s', (text, expected) => {
  expect(parseDeviceTime(text)?.getTime()).toBe(expected)
})
