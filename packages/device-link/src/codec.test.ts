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
    ['numbers as text', { ...beat, seq: '2', signal: '-71', port: '5000' }, beat],
    [
      'a signal that is no number',
      '{"boot":"k3v9","seq":2,"ip":"10.0.0.7","port":5000,"signal":nan,"firmware":"1.2.003"}',
      { ...beat, signal: undefined },
    ],
    ['an exponent without end', '{"seq":2,"signal":1e400}', { seq: 2 }],
    ['cut off within a text', '{"seq":2,"firmware":"1.2.0', { seq: 2 }],
    ['cut off within a number', '{"firmware":"1.2.003","seq":2', { firmware: '1.2.003' }],
    ['unquoted, with a check sum', "{boot:'k3v9',seq:2}*5A", { boot: 'k3v9', seq: 2 }],
    ['cut off at once', '{', {}],
    ['nothing but rubbish', { ip: [[]], signal: {} }, {}],
    ['a text that cannot be stored', '{"seq":2,"firmware":"\\u0000"}', { seq: 2 }],
    ['empty', {}, {}],
  ])('a heartbeat is a sign of life: %s', (_name, sent, expected) => {
    expect(decodeHeartbeat(bytes(sent))).toEqual({ ok: true, message: expected })
  })
  test.each([
    ['null', 'wrongType'],
    ['[]', 'wrongType'],
    ['alive', 'notJson'],
  ])('a heartbeat is not %s', (sent, reason) => {
    expect(decodeHeartbeat(bytes(sent))).toEqual({ ok: false, reason })
  })

  test('an optional number that is none is unknown, and one sent as text is a number', () => {
    const ask = '{"device":"15","firmware":"1.2.003","battery":nan,"signal":"-71",}'
    expect(decodeUpgradeAsk(bytes(ask))).toEqual({ ok: true, message: { device: '15', firmware: '1.2.003', signal: -71 } })
    const progress = { task: 't', state: 'verifying' }
    expect(decodeUpgradeProgress(bytes("{task:'t',state:'verifying',percent:NaN}"))).toEqual({ ok: true, message: progress })
    const reply = { id: '1', result: 'ok', values: { level: 'nan', on: true } }
    expect(decodeCommandReply(bytes('{"id":"1","result":"ok","values":{"level":nan,"on":True}}'))).toEqual({
      ok: true,
      message: reply,
    })
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
