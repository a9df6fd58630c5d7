import { expect, test } from 'vitest'
import {
  buildTopic,
  createSequence,
  generalCodeOf,
  isGatewayCode,
  codeMayBeAlarm,
  originCodeOf,
  parseContactId,
  parseEwCode,
  parseTopic,
  restoreCodeOf,
  upFilters,
} from './index.ts'

test.each([
  ['1110', { qualifier: 'new', event: '110' }],
  ['3110', { qualifier: 'restore', event: '110' }],
  ['6602', { qualifier: 'status', event: '602' }],
  ['2110', undefined],
  ['110', undefined],
  ['11100', undefined],
  ['1 10', undefined],
  ['', undefined],
])('Contact ID %s', (code, expected) => {
  expect(parseContactId(code)).toEqual(expected)
})

test.each([
  ['smoke', { restore: false, name: 'smoke' }],
  ['restore:smoke', { restore: true, name: 'smoke' }],
  ['restored', { restore: false, name: 'restored' }],
])('EW %s', (code, expected) => {
  expect(parseEwCode(code)).toEqual(expected)
})

test.each([
  ['CID', '1110', '3110'],
  ['EW', 'smoke', 'restore:smoke'],
  ['GB26875', 'component/40/fire', 'restore:component/40/fire'],
  ['GB26875', 'system/*/mainsFault', 'restore:system/*/mainsFault'],
  ['GB26875', 'transmitter/lineFault', 'restore:transmitter/lineFault'],
  ['SIA', 'FA', 'FH'],
  ['SIA', 'FT', 'FJ'],
  ['SIA', 'FB', 'FU'],
  ['SIA', 'FS', 'FV'],
  ['SIA', 'AT', 'AR'],
  ['SIA', 'YT', 'YR'],
])('%s %s is ended by %s, and back', (format, code, restore) => {
  expect(restoreCodeOf(format, code)).toBe(restore)
  expect(originCodeOf(format, restore)).toBe(code)
  expect(restoreCodeOf(format, restore)).toBeUndefined()
  expect(originCodeOf(format, code)).toBeUndefined()
})

test.each([
  ['CID', '6602'],
  ['XYZ', 'FA'],
  ['SIA', 'RP'],
  ['SIA', 'fire'],
  ['GB26875', 'component/40/started'],
  ['GB26875', 'operation/manualAlarm'],
  ['GB26875', 'analog'],
])('%s %s has no restore and is none', (format, code) => {
  expect(restoreCodeOf(format, code)).toBeUndefined()
  expect(originCodeOf(format, code)).toBeUndefined()
})

test('the restoral of a zone in SIA ends its alarm', () => {
  expect(originCodeOf('SIA', 'FR')).toBe('FA')
})

test.each([
  ['GB26875', 'component/40/fire', 'component/*/fire'],
  ['gb26875', 'restore:system/1/busFault', 'restore:system/*/busFault'],
  ['GB26875', 'component/*/fire', undefined],
  ['GB26875', 'transmitter/fire', undefined],
  ['GB26875', 'analog', undefined],
  ['EW', 'component/40/fire', undefined],
  [null, 'component/40/fire', undefined],
])('the general code of %s %s is %s', (format, code, expected) => {
  expect(generalCodeOf(format, code)).toBe(expected)
})

test.each([
  ['ew/v1/GW1/report', { gateway: 'GW1', channel: 'report' }],
  ['ew/v1/GW1/command/reply', { gateway: 'GW1', channel: 'command/reply' }],
  ['ew/v1//report', undefined],
  ['ew/v1/GW1', undefined],
  ['ew/v1/GW1/', undefined],
  ['ew/v2/GW1/report', undefined],
  ['$SYS/x', undefined],
])('topic %s', (topic, expected) => {
  expect(parseTopic(topic)).toEqual(expected)
})

test.each(['a/b', '+', '#', '', '$SYS', 'a b', 'x'.repeat(65), '灯'])('%s is no gateway code', (code) => {
  expect(isGatewayCode(code)).toBe(false)
  expect(() => buildTopic(code, 'command')).toThrow(RangeError)
})

test('a built topic is parsed back, and up filters never match a down topic', () => {
  expect(parseTopic(buildTopic('GW-1', 'upgrade/progress'))).toEqual({ gateway: 'GW-1', channel: 'upgrade/progress' })
  const channels = ['report', 'heartbeat', 'command/reply', 'upgrade/progress', 'upgrade/ask', 'upgrade/chunk/get']
  expect(upFilters()).toEqual(channels.map((channel) => `ew/v1/+/${channel}`))
})

test('a sequence rises from its start and refuses nonsense', () => {
  const sequence = createSequence(7)
  expect([sequence.current, sequence.next(), sequence.next(), sequence.current]).toEqual([6, 7, 8, 8])
  expect(createSequence().next()).toBe(1)
  expect(() => createSequence(1.5)).toThrow(RangeError)
})

test.each([
  ['CID', '1119', true],
  ['cid', '6199', true],
  ['CID', '3119', false],
  ['CID', '1409', false],
  ['CID', '110', true],
  ['CID', 'E110', true],
  ['EW', 'gas', true],
  ['EW', 'restore:gas', false],
  ['EW', 'Heartbeat', false],
  ['EW', 'telemetry', false],
  ['SIA', 'FA', true],
  ['SIA', 'FH', false],
  ['SIA', 'RP', false],
  ['SIA', 'extended/B', false],
  ['GB26875', '2', true],
  ['GB26875', 'component/200/fire', true],
  ['gb26875', 'System/1/Fire', true],
  ['GB26875', 'transmitter/fire', true],
  ['GB26875', 'operation/manualAlarm', true],
  ['GB26875', 'transmitterOperation/manualAlarm', true],
  ['GB26875', 'type/30', true],
  ['GB26875', 'component/40/unheardOf', true],
  ['GB26875', 'restore:component/40/fire', false],
  ['GB26875', 'component/40/fault', false],
  ['GB26875', 'component/*/shielded', false],
  ['GB26875', 'transmitter/lineFault', false],
  ['GB26875', 'transmitterOperation/dutyAnswer', false],
  ['GB26875', 'operation/none', false],
  ['GB26875', 'analog', false],
  ['GB26875', 'user/190', false],
  ['XYZ', 'anything', true],
  [null, 'anything', true],
])('%s %s may be an alarm: %s', (format, code, expected) => {
  expect(codeMayBeAlarm(format, code)).toBe(expected)
})
