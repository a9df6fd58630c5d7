import { DomainError, errorCatalogue } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import pg from 'pg'
import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error('whatever it contains'), { code, ...more })

test.each([
  ['a statement that took too long', withCode('57014')],
  ['a disk that is full', withCode('53100')],
  ['too many connections', withCode('53300')],
  ['a standby', withCode('25006')],
  ['a lock that was not given', withCode('55P03')],
  ['a deadlock', withCode('40P01')],
  ['a server that shuts down', withCode('57P01')],
  ['a server that starts', withCode('57P03')],
  ['a transaction that waited too long', withCode('25P03')],
  ['a broken disk', withCode('58030')],
  ['a lost connection', withCode('08006')],
  ['nobody there', withCode('ECONNREFUSED')],
  ['no socket', withCode('ENOENT', { syscall: 'connect' })],
  ['a machine that is gone', withCode('EHOSTUNREACH')],
  ['no room for a file', withCode('ENOSPC')],
  ['a query without an answer', new Error('Query read timeout')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a pool that is closed', new Error('Cannot use a pool after calling end on the pool')],
])('%s answers that the service is unavailable, and when to try again', (_name, error) => {
  const { status, body, retryAfterS, unexpected } = failureOf(error, 'en', 'trace')
  expect({ status, code: body.code, retryAfterS, unexpected }).toEqual({
    status: 503,
    code: 1007,
    retryAfterS: 5,
    unexpected: true,
  })
  expect(JSON.stringify(body)).not.toContain('whatever')
})

test('the driver’s own errors when nothing answers are recognised', async () => {
  const pool = new pg.Pool({ host: '192.0.2.1', connectionTimeoutMillis: 50 })
  const error = await pool.query('select 1').catch((each: unknown) => each)
  await pool.end()
  expect(failureOf(error, 'en', 'trace').status).toBe(503)
})

test.each([
  ['a stored file that is missing', withCode('ENOENT', { syscall: 'open' })],
  ['a value that a column does not take', withCode('22003')],
  ['a broken rule of the database', withCode('23505')],
  ['a mistake of ours', new TypeError('x is not a function')],
])('%s stays ours to look at', (_name, error) => {
  const { status, body, unexpected } = failureOf(error, 'en', 'trace')
  expect({ status, unexpected }).toEqual({ status: 500, unexpected: true })
  expect(body.data).toEqual({ traceId: 'trace' })
  expect(JSON.stringify(body)).not.toContain('whatever')
})

test('a verb’s refusal names its field once', () => {
  const refused = new DomainError('invalidInput', { fields: `${en.fields.timeZone}: ${en.rules.enum}` }, 'timeZone')
  expect(failureOf(refused, 'en', 'trace').body.data).toEqual({
    fields: [{ field: 'timeZone', rule: 'invalidInput', msg: `${en.fields.timeZone}: ${en.rules.enum}` }],
  })
})

test('the error for a body that is too large names the limit of its call', () => {
  const error = withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 })
  expect(failureOf(error, 'en', 'trace', 'UTC', 16_384).body.msg).toBe('Too large: at most 16 KB.')
  expect(failureOf(error, 'zh', 'trace', 'UTC', 200 * 2 ** 20).body.msg).toBe('内容过大，最多 200 MB')
})

test('an error of the catalogue says when to retry', () => {
  expect(failureOf(new DomainError('unavailable'), 'en', 'trace')).toMatchObject({ status: 503, retryAfterS: 5 })
  expect(failureOf(new DomainError('tooManyRequests', { seconds: 7 }), 'en', 'trace')).toMatchObject({
    status: 429,
    retryAfterS: 7,
  })
})

test('every error has its own code, and its texts use the same values in both languages', () => {
  const codes = Object.values(errorCatalogue).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const values = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()
  for (const name of Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[])
    expect(values(zh.errors[name]), name).toEqual(values(en.errors[name]))
})
