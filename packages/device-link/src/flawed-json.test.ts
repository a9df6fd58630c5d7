import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  cluesIn,
  decodeHeartbeat,
  decodeReportMessage,
  findHiddenReports,
  maxPayloadBytes,
  maxValueNames,
  omittedValues,
} from './index.ts'
import type { ReceivedMessage } from './index.ts'

const folder = new URL('fixtures/', import.meta.url)
const fixture = (name: string) => readFileSync(new URL(`${name}.json`, folder))
const fire = { device: 'SD0001', format: 'CID', code: '1110' }
const message = (payload: string | Uint8Array): ReceivedMessage => {
  const decoded = decodeReportMessage(Buffer.from(payload as string))
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.message
}
const valuesIn = (values: string) => {
  const [report] = message(`{"reports":[{"device":"SD0001","format":"CID","code":"1110","values":${values}}]}`).reports
  return [report?.values, report?.problems]
}

const reported = readdirSync(folder)
  .map((name) => name.replace('.json', ''))
  .filter((name) => name !== 'heartbeat')
test.each(reported)('%s: the fire is that of its device', (name) => {
  expect(message(fixture(name)).reports).toContainEqual(expect.objectContaining(fire))
})

test('a flawed value costs only itself', () => {
  expect(message(fixture('neighbour')).reports).toEqual([
    { device: 'SD0002', code: 'telemetry', format: 'EW', values: { humidity: 'nan' }, problems: ['values'] },
    fire,
  ])
  expect(message(fixture('truncated'))).toMatchObject({ reports: [{ ...fire, values: { temperature: 71.25 } }], cut: true })
  expect(message(fixture('two-objects')).reports).toHaveLength(2)
  expect(message(fixture('gbk')).reports[0]).toMatchObject({ values: { place: '蛰\\' }, problems: ['values'] })
  expect(decodeHeartbeat(fixture('heartbeat'))).toMatchObject({ ok: true, message: { ip: '10.0.0.7', seq: 1 } })
})

test.each<[string, unknown, unknown?]>([
  ['{"a":True,"b":None,"c":undefined,"d":FALSE}', { a: true, b: null, c: null, d: false }],
  ['{"a":+71.2,"b":-.5,"c":5.,"d":0x1F}', { a: 71.2, b: -0.5, c: 5, d: 31 }],
  ["{a:1,'b':'x',\"c\":ok}", { a: 1, b: 'x', c: 'ok' }],
  ['{"a":1 "b":2,,"c":3,}', { a: 1, b: 2, c: 3 }],
  ['{"battery":"15","signal":"-71","t":"71.25"}', { battery: 15, signal: -71, t: 71.25 }],
  ['{"room":"007","version":"1.10","note":"15 V"}', { room: '007', version: '1.10', note: '15 V' }],
  ['{"a":nan,"b":-Infinity,"c":007}', { a: 'nan', b: '-Infinity', c: '007' }, ['values']],
  ['{"a":,"b":1}', { a: '', b: 1 }, ['values']],
  [
    '{"a":12345678901234567890,"b":1e400,"c":9007199254740991}',
    { a: '12345678901234567890', b: '1e400', c: 9007199254740991 },
    ['values'],
  ],
  ['{"a":"C:\\dev\\fire","b":"C:\\"}', { a: 'C:\\dev\\fire', b: 'C:\\' }, ['values']],
])('values %s', (sent, values, problems) => {
  expect(valuesIn(sent)).toEqual([values, problems])
})

test('a code or a device is never invented or altered', () => {
  const [report] = message('{"reports":[{"device":12345678901234567890,"format":"CID","code":0x1110}]}').reports
  expect(report).toMatchObject({ device: '12345678901234567890', code: '0x1110' })
  const full = JSON.stringify({ reports: [{ code: '1110', format: 'CID', device: 'SD0001' }] })
  for (let length = 0; length < full.length; length++) {
    const decoded = decodeReportMessage(Buffer.from(full.slice(0, length)))
    for (const { code, device } of decoded.ok ? decoded.message.reports : []) {
      expect(code).toBe('1110')
      expect([null, 'SD0001']).toContain(device)
    }
  }
})

describe('where no report is expected', () => {
  const text = JSON.stringify({ reports: [fire] })
  test.each<[string, unknown]>([
    ['in a text', { ip: '10.0.0.7', msg: text }],
    ['in a text of a text', { msg: JSON.stringify({ data: JSON.stringify(text) }) }],
    ['in base64', { payload: Buffer.from(text).toString('base64') }],
    ['in hexadecimal', { payload: Buffer.from(text).toString('hex') }],
    ['flawed, in a text', { msg: text.replaceAll('"', "'") }],
  ])('%s', (_name, sent) => {
    expect(findHiddenReports(Buffer.from(JSON.stringify(sent)))?.reports).toMatchObject([fire])
  })

  test('not in an ordinary heartbeat, nor in what is merely called so', () => {
    for (const sent of [{ ip: '10.0.0.7', firmware: '1.2.003' }, { errorCode: 5 }, { boot: 'eyJhIjoxfQeyJhIjoxfQeyJh' }])
      expect(findHiddenReports(Buffer.from(JSON.stringify(sent)))).toBeUndefined()
  })
})

test('values beyond the bound are counted', () => {
  const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`v${index}`, index]))
  const [values, problems] = valuesIn(JSON.stringify(many)) as [Record<string, unknown>, unknown]
  expect(Object.keys(values)).toHaveLength(maxValueNames + 1)
  expect(values[omittedValues]).toBe(4000 - maxValueNames)
  expect(problems).toEqual(['values'])
})

test.each([
  ['in a report', (time: string) => `{"reports":[{"device":"SD0001","format":"CID","code":"1110","time":${time}}]}`],
  ['in the message', (time: string) => `{"time":${time},"reports":[{"device":"SD0001","format":"CID","code":"1110"}]}`],
])('a time that nests too deep costs no report: %s', (_name, payload) => {
  const { time, reports } = message(payload('['.repeat(20_000) + ']'.repeat(20_000)))
  expect(reports).toMatchObject([fire])
  expect([time, reports[0]?.time]).toContain('…')
})

test('what an unreadable message still says', () => {
  expect(cluesIn(Buffer.from('seq=7&code=1119&format=CID'))).toMatchObject({
    codes: [{ format: 'CID', code: '1119' }],
    words: [],
  })
  expect(cluesIn(Buffer.from('CID 1110 zone 3 gestört'))).toMatchObject({ codes: [{ format: 'CID', code: '1110' }] })
  expect(cluesIn(Buffer.from('{"seq":1,"reports":[{"device":"Smoke 1"}]}')).words).toEqual([])
  expect(cluesIn(Buffer.from('code=telemetry;'.repeat(1500) + 'code=1119;format=CID')).codes.at(-1)).toEqual({
    format: 'CID',
    code: '1119',
  })
  expect(cluesIn(Buffer.from('{"imei":"860000000000001","temp":21.5,"hum":40,"bat":87,"csq":23}')).words).toEqual([])
  expect(cluesIn(Buffer.from('\0 \n'))).toEqual({ codes: [], words: [], isBlank: true })
})

test.each<[string, string]>([
  ['quotes', '"'],
  ['escaped quotes', '\\"'],
  ['objects', '{'],
  ['names', '{"a":'],
  ['lists', '[1,'],
  ['comments', '/*'],
  ['line comments', '{//'],
  ['closed the wrong way', '[}'],
  ['false ends', '"\\",a'],
  ['codes', 'code:1,'],
  ['blanks', 'code   '],
  ['backslashes', '\\'],
  ['codes with formats', 'code:1 format:1 '],
])('hostile input does not take long: %s', (_name, part) => {
  for (const start of ['', '{', '{"a":"'])
    for (const read of [decodeReportMessage, decodeHeartbeat, findHiddenReports, cluesIn]) {
      const began = performance.now()
      read(Buffer.from((start + part.repeat(maxPayloadBytes / part.length)).slice(0, maxPayloadBytes)))
      // A quadratic search would take minutes.
      expect(performance.now() - began).toBeLessThan(10_000)
    }
})
