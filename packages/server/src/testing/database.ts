import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { databaseOf, execute, type TestServer } from './database-server.ts'

export interface TestDatabase {
  readonly connection: pg.PoolConfig
  /** The same as an address for DATABASE_URL, for a program that the test starts. */
  readonly url: string
  /** Throws the database away, whoever is still connected. */
  stop(): Promise<void>
}

/**
 * A migrated database that belongs to the caller alone: call it in `beforeAll`, `stop` it in `afterAll`.
 * With `empty: true` it holds nothing, not even the migrations.
 */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const response = await fetch(inject('testDatabaseServer'))
  if (!response.ok) throw new Error(`no test database: ${await response.text()}`)
  const server: TestServer = JSON.parse(await response.text())
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(server.connection, `create database ${name} template ${options.empty ? 'template0' : server.template}`)
  const connection = databaseOf(server.connection, name)
  return {
    connection,
    url: connection.connectionString ?? `postgresql://${connection.user}@${encodeURIComponent(connection.host ?? '')}/${name}`,
    stop: () => execute(server.connection, `drop database if exists ${name} with (force)`),
  }
}
