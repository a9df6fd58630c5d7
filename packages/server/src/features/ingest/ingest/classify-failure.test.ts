import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionErrors } from '../../../platform/database/connection-errors.testing.ts'
import { classifyFailure } from './classify-failure.ts'

const sql = (code: string, more: object = {}): Error =>
  Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code, severity: 'ERROR', ...more })

test.each([
  ['connection exception', '08000'],
  ['connection lost', '08006'],
  ['serialization failure', '40001'],
  ['rollback, outcome unknown', '40003'],
  ['deadlock', '40P01'],
  ['out of resources', '53000'],
  ['disk full', '53100'],
  ['out of memory', '53200'],
  ['too many connections', '53300'],
  ['operator intervention', '57000'],
  ['statement time-out', '57014'],
  ['shutdown', '57P01'],
  ['crash', '57P02'],
  ['starting up', '57P03'],
  ['database dropped', '57P04'],
  ['idle session time-out', '57P05'],
  ['system error', '58000'],
  ['input and output error', '58030'],
  ['read only', '25006'],
  ['transaction aborted', '25P02'],
  ['idle in transaction', '25P03'],
  ['transaction time-out', '25P04'],
  ['lock not available', '55P03'],
])('%s (%s) is an outage', (_name, code) => {
  expect(classifyFailure(sql(code))).toBe('outage')
})

test.each([
  ['bad value', '22P02'],
  ['character not in repertoire', '22021'],
  ['numeric out of range', '22003'],
  ['not null violation', '23502'],
  ['foreign key violation', '23503'],
  ['unique violation', '23505'],
  ['exclusion violation', '23P01'],
  ['raised in a trigger', 'P0001'],
  ['assertion in a trigger', 'P0004'],
  ['internal error', 'XX000'],
  ['data corrupted', 'XX001'],
  ['index corrupted', 'XX002'],
  ['program limit', '54000'],
  ['statement too complex', '54001'],
  ['integrity constraint at commit', '40002'],
  ['two rows for one key', '21000'],
])('%s (%s) is poison', (_name, code) => {
  expect(classifyFailure(sql(code))).toBe('poison')
})

test.each([
  ['permission denied', '42501'],
  ['undefined table', '42P01'],
  ['undefined column', '42703'],
  ['feature not supported', '0A000'],
  ['object not in prerequisite state', '55000'],
  ['external routine', '38000'],
  ['a class that no PostgreSQL has yet', 'QQ000'],
])('%s (%s) names no fault of the data: an outage', (_name, code) => {
  expect(classifyFailure(sql(code))).toBe('outage')
})

test('a violation of our own checks is poison, a missing partition is not', () => {
  expect(classifyFailure(sql('23514', { constraint: 'report_code_check' }))).toBe('poison')
  expect(classifyFailure(sql('23514'))).toBe('partition')
})

test('an ended or rejected connection is an outage, whatever its SQLSTATE', () => {
  expect(classifyFailure(sql('55000', { severity: 'FATAL' }))).toBe('outage')
  expect(classifyFailure(sql('28P01', { severity: 'FATAL' }))).toBe('outage')
  expect(classifyFailure(sql('XX000', { severity: 'PANIC' }))).toBe('outage')
})

test('a prepared statement that outlived its table is prepared again', () => {
  expect(classifyFailure(sql('0A000', { message: 'cached plan must not change result type' }))).toBe('outage')
})

test('every error of sockets, streams, TLS and pg’s client is an outage', () => {
  expect(connectionErrors().filter((error) => classifyFailure(error) !== 'outage')).toEqual([])
})

test.each([new Error('anything'), Object.assign(new TypeError('own'), { code: 'ERR_INVALID_ARG_TYPE' }), 'a text', undefined])(
  '%s, of which nobody knows what it means, is an outage',
  (error) => {
    expect(classifyFailure(error)).toBe('outage')
  },
)

test.each([
  new TypeError('Cannot read properties of undefined'),
  new RangeError('9223372036854775807 does not fit a JavaScript number'),
  new SyntaxError('Unexpected token'),
])('%s of our own code is poison', (error) => {
  expect(classifyFailure(error)).toBe('poison')
})
