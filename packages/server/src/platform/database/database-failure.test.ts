import { constants } from 'node:os'
import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFailure } from './database-failure.ts'
import { connectionErrors } from './connection-errors.testing.ts'

test('every error of sockets, streams, TLS and pg’s client means that the database is away', () => {
  const wrong = connectionErrors().filter((error) => databaseFailure(error) !== 'away')
  expect(wrong.map(String)).toEqual([])
  expect(connectionErrors().length).toBeGreaterThan(Object.keys(constants.errno).length)
})

test('what PostgreSQL refuses for neither the data nor its own state is told apart', () => {
  const refused = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code, severity: 'ERROR' })
  expect(['42501', '42P01', '0A000', '55000'].map((code) => databaseFailure(refused(code)))).toEqual(Array(4).fill('refused'))
  expect(['22003', '23505', '21000', '54000'].map((code) => databaseFailure(refused(code)))).toEqual(Array(4).fill('data'))
})

test('a file that is missing is no database that is away', () => {
  expect(databaseFailure(Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }))).toBe('own')
  expect(databaseFailure(Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' }))).toBe('away')
})
