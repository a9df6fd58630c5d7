import { describe, expect, test } from 'vitest'
import { decodeReportMessage, maxPayloadBytes } from './index.ts'
import type { ReceivedReport } from './index.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const fire = { device: 'SD0001', code: '1110', format: 'CID' }

/** The reports of a payload that must be understood, without their empty fields. */
const reportsOf = (value: unknown): { reports: Partial<ReceivedReport>[]; unreadable: number } => {
  const decoded = decodeReportMessage(bytes(value))
  if (!decoded.ok) throw new Error(decoded.reason)
  const { reports, unreadable } = decoded.message
  return {
    reports: reports.map((report) => Object.fromEntries(Object.entries(report).filter(([, field]) => field !== undefined))),
    unreadable,
  }
}

test('what a gateway should send is taken as it is', () => {
  const report = { ...fire, time: '2026-11-20T08:00:00.000Z', values: { battery: 87.5, note: '烟', ok: true, none: null } }
  const message = { boot: 'k3v9', seq: 41, time: '2026-11-20T08:00:00.000Z', reports: [report, { code: '1301', format: 'CID' }] }
  expect(decodeReportMessage(bytes(message))).toEqual({ ok: true, message: { ...message, unreadable: 0 } })
})

test.each([
  ['a number', 7, 7],
  ['zero', 0, 0],
  ['none', undefined, undefined],
  ['null', null, undefined],
  ['a text', '7', undefined],
  ['below zero', -1, undefined],
  ['broken', 1.5, undefined],
  ['beyond exact numbers', 2 ** 53, undefined],
  ['a list', [1], undefined],
])('seq: %s', (_name, seq, expected) => {
  expect(decodeReportMessage(bytes({ seq, reports: [fire] }))).toMatchObject({
    ok: true,
    message: { seq: expected, reports: [fire] },
  })
})

test.each([
  ['a text', 'k3v9', 'k3v9'],
  ['a number', 12, '12'],
  ['empty', '', undefined],
  ['null', null, undefined],
  ['an object', {}, undefined],
])('boot: %s', (_name, boot, expected) => {
  expect(decodeReportMessage(bytes({ boot, seq: 1, reports: [fire] }))).toMatchObject({ ok: true, message: { boot: expected } })
})

describe('one thing about a report cannot be understood', () => {
  test.each<[string, object, Partial<ReceivedReport>]>([
    ['no format', { format: undefined }, { format: null, problems: ['format'] }],
    ['format null', { format: null }, { format: null }],
    ['an over-long format', { format: 'F'.repeat(99) }, { format: 'F'.repeat(16), problems: ['format'] }],
    ['a numeric code', { code: 1110 }, { code: '1110', problems: ['code'] }],
    [
      'blanks around a numeric neighbour',
      { code: ' 1110\n', device: 17 },
      { code: '1110', device: '17', problems: ['device', 'code'] },
    ],
    ['an over-long code', { code: '1'.repeat(99) }, { code: '1'.repeat(64), problems: ['code'] }],
    ['a numeric device', { device: 17 }, { device: '17', problems: ['device'] }],
    ['a device that is an object', { device: { id: 1 } }, { device: null, problems: ['device'] }],
    ['an empty device', { device: '' }, { device: null, problems: ['device'] }],
    ['an over-long device', { device: 'D'.repeat(99) }, { device: 'D'.repeat(64), problems: ['device'] }],
    ['a nested value', { values: { a: { b: 1 }, c: 2 } }, { values: { a: '{"b":1}', c: 2 }, problems: ['values'] }],
    ['values as a list', { values: [1] }, { values: { value: '[1]' }, problems: ['values'] }],
    ['values as a text', { values: 'x' }, { values: { value: 'x' }, problems: ['values'] }],
    [
      'an over-long value',
      { values: { a: 'x'.repeat(2000), b: [] } },
      { values: { a: 'x'.repeat(1000), b: '[]' }, problems: ['values'] },
    ],
  ])('%s', (_name, wrong, expected) => {
    const { reports, unreadable } = reportsOf({ seq: 1, reports: [{ ...fire, ...wrong }, fire] })
    expect(unreadable).toBe(0)
    expect(reports[0]).toMatchObject(expected)
    expect(reports[1]).toMatchObject(fire)
  })

  test.each([null, 5, 'never', {}, []])('time %j is no problem at all', (time) => {
    expect(reportsOf({ seq: 1, time, reports: [{ ...fire, time }] }).reports).toEqual([{ ...fire, time }])
  })

  test('an endlessly nested value is left out, and neither followed nor written', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const { reports } = reportsOf(`{"seq":1,"reports":[{"device":"SD0001","code":"1110","format":"CID","values":{"a":${deep}}}]}`)
    expect(reports).toMatchObject([{ ...fire, values: { a: '…' }, problems: ['values'] }])
  })
})

describe('the fire is found', () => {
  test.each<[string, unknown]>([
    ['a bare report', fire],
    ['a list of reports', [fire]],
    ['a report in place of the list', { seq: 1, reports: fire }],
    ['reports by number', { seq: 1, reports: { 0: fire } }],
    ['wrapped', { data: { message: { reports: [fire] } } }],
    ['lists in lists', { reports: [[[fire]]] }],
    ['beside empty reports', { ...fire, reports: [] }],
    ['names in capitals', { SEQ: 1, Reports: [{ Device: 'SD0001', CODE: '1110', Format: 'CID' }] }],
    ['a byte order mark', `\uFEFF${JSON.stringify({ reports: [fire] })}`],
    ['NUL and blanks around', `\0\0 ${JSON.stringify({ reports: [fire] })}\r\n\0`],
    ['line breaks in texts', JSON.stringify({ reports: [{ ...fire, note: 'ab' }] }).replace('ab', 'a\nb')],
    ['the same name twice', '{"seq":1,"seq":1,"reports":[{"code":"x","code":"1110","device":"SD0001","format":"CID"}]}'],
  ])('%s', (_name, value) => {
    expect(reportsOf(value).reports).toEqual([fire])
  })

  test.each<[string, unknown, number]>([
    ['null', null, 1],
    ['a boolean', true, 1],
    ['an object without code', { device: 'SD0001' }, 1],
    ['an empty code', { device: 'SD0001', code: ' ' }, 1],
    ['a code that is an object', { code: {} }, 1],
    ['an empty list', [], 0],
  ])('beside %s', (_name, neighbour, unreadable) => {
    expect(reportsOf({ seq: 1, reports: [neighbour, fire, neighbour] })).toEqual({ reports: [fire], unreadable: unreadable * 2 })
  })

  test.each(['reports', 'Reports', ' reports '])('in the %s of a report that is in order itself', (name) => {
    const hub = { device: 'HUB1', code: 'telemetry', format: 'EW' }
    const { reports, unreadable } = reportsOf({ seq: 1, reports: [{ ...hub, [name]: [fire] }] })
    expect(reports).toEqual([hub, fire])
    expect(unreadable).toBe(0)
  })

  test('in bytes that are no UTF-8', () => {
    const text = JSON.stringify({ reports: [{ ...fire, values: { place: 'K?che' } }] })
    const broken = bytes(text)
    broken[text.indexOf('?')] = 0xfc
    expect(reportsOfBytes(broken)).toMatchObject([{ ...fire, values: { place: 'K\uFFFDche' } }])
  })

  test('beside what PostgreSQL cannot store', () => {
    const text = '{"reports":[{"device":"SD\\u0000","code":"1110","format":"CID","values":{"\\u0000":"\\ud800"}}]}'
    expect(reportsOfBytes(bytes(text))).toEqual([
      {
        device: 'SD\uFFFD',
        code: '1110',
        format: 'CID',
        time: undefined,
        values: { '\uFFFD': '\uFFFD' },
        problems: ['device', 'values'],
      },
    ])
  })

  test('not in what was measured, nor in what a newer gateway adds', () => {
    const { reports, unreadable } = reportsOf({
      seq: 1,
      extra: { deep: [1, '1110'] },
      reports: [{ device: 'SD0001', code: 'telemetry', format: 'EW', values: { code: 1110 }, zone: { code: '1110' } }],
    })
    expect(reports.map(({ code }) => code)).toEqual(['telemetry'])
    expect(unreadable).toBe(0)
  })
})

describe('a duplicate name hides a report, which is counted as unreadable', () => {
  const harmless = { device: 'SD0001', code: 'telemetry', format: 'EW' }
  test.each([
    ['a second list', `{"reports":[${JSON.stringify(fire)}],"reports":[${JSON.stringify(harmless)}]}`],
    ['a second code', '{"reports":[{"code":"1110","format":"CID","code":"telemetry"}]}'],
    ['in other letters', '{"reports":[{"code":"telemetry","format":"EW"},{"code":"telemetry","Code":"1110","code":"test"}]}'],
    ['once, in other letters', '{"reports":[{"code":"telemetry","format":"EW","Code":"1110"}]}'],
    ['a list without an exact code', `{"reports":[{"Code":"1110"}],"reports":[${JSON.stringify(harmless)}]}`],
  ])('%s', (_name, text) => {
    expect(reportsOf(text).unreadable).toBe(1)
  })

  test('but not where it is a value, or stands in a text', () => {
    const values = { code: 5, reports: 'the "code": "1110"', 'a\\"b': '{"code":1,"code":2}' }
    expect(
      reportsOf({
        reports: [
          { ...fire, values },
          { ...fire, values },
        ],
      }).unreadable,
    ).toBe(0)
  })
})

test('values too deep to be searched count as unreadable next to a report that was found', () => {
  const deep = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { a: deep(depth - 1, inner) })
  const found = (extra: unknown) => reportsOf({ reports: [{ device: 'SD0002', code: 'telemetry', format: 'EW' }], extra })
  expect(found(deep(20, fire))).toMatchObject({ reports: [{ code: 'telemetry' }], unreadable: 1 })
  expect(found(deep(20, 1))).toMatchObject({ unreadable: 1 })
  expect(found(deep(3, 1))).toMatchObject({ unreadable: 0 })
})

describe('refused as a whole, with the reason', () => {
  test.each([
    ['empty', '', 'notJson'],
    ['no JSON', 'fire!', 'notJson'],
    ['depth without end, cut off', '['.repeat(60_000), 'notJson'],
    ['depth without end', '['.repeat(30_000) + ']'.repeat(30_000), 'wrongType'],
    ['null', 'null', 'wrongType'],
    ['no reports', { seq: 1 }, 'wrongType'],
    ['reports null', { seq: 1, reports: null }, 'wrongType'],
    ['reports that an empty list hides', '{"reports":[{"code":"1110"}],"reports":[]}', 'wrongType'],
    ['only what has no code', { seq: 1, reports: [{ format: 'CID' }, null] }, 'wrongType'],
  ])('%s', (_name, value, reason) => {
    expect(decodeReportMessage(bytes(value))).toEqual({ ok: false, reason })
  })

  test('cut off before the first report', () => {
    expect(decodeReportMessage(bytes('{"seq":1'))).toEqual({ ok: false, reason: 'notJson', cut: true })
  })

  test('a payload of exactly the limit is taken, one byte more is not', () => {
    const head = '{"seq":1,"reports":[],"pad":"'
    const text = head + 'x'.repeat(maxPayloadBytes - head.length - 2) + '"}'
    expect(maxPayloadBytes).toBe(262_144)
    expect(decodeReportMessage(bytes(text))).toMatchObject({ ok: true, message: { reports: [], unreadable: 0 } })
    expect(decodeReportMessage(bytes(text.replace('"pad"', '"padd"')))).toEqual({ ok: false, reason: 'tooLarge' })
  })
})

const reportsOfBytes = (payload: Uint8Array): readonly ReceivedReport[] => {
  const decoded = decodeReportMessage(payload)
  if (!decoded.ok) throw new Error(decoded.reason)
  return decoded.message.reports
}
