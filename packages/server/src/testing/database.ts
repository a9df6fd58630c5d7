import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { copyOf, databaseOf, execute, type TestServer, type WorldServer } from './database-server.ts'
import type { World } from './world.ts'

export interface TestDatabase {
  readonly connection: pg.PoolConfig
  /** The same as an address for DATABASE_URL, for a program that the test starts. */
  readonly url: string
  /** Drops the database, even if somebody is still connected. */
  stop(): Promise<void>
}

/**
 * A migrated database for the caller alone: call it in `beforeAll`, and `stop` it in `afterAll`. With `empty: true` it contains nothing,
 * not even the migrations.
 */
export const testDatabase = async (options: { empty?: boolean } = {}): Promise<TestDatabase> => {
  const server = await ask<TestServer>('/')
  return copy(server, options.empty ? 'template0' : server.template)
}

/** Like `testDatabase`, with the system's seeds and the tests' company tree. */
export const worldDatabase = async (): Promise<TestDatabase & { readonly world: World }> => {
  const server = await ask<WorldServer>('/world')
  return { ...(await copy(server, server.template)), world: server.world }
}

const ask = async <Answer>(path: string): Promise<Answer> => {
  const response = await fetch(`${inject('testDatabaseServer')}${path}`)
  const answer = await response.text()
  if (!response.ok) throw new Error(`no test database: ${answer}`)
  return JSON.parse(answer) as Answer
}

const insufficientPrivilege = '42501'

/** Autovacuum may be at work in it, which only a superuser may end. It soon finishes. */
const drop = async (server: TestServer, name: string, attempts = 20): Promise<void> => {
  try {
    await execute(server.connection, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (attempts === 0 || (error as { code?: unknown }).code !== insufficientPrivilege) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    return drop(server, name, attempts - 1)
  }
}

const copy = async (server: TestServer, template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(server.connection, copyOf(template, name))
  const connection = databaseOf(server.connection, name)
  return {
    connection,
    url: connection.connectionString ?? `postgresql://${connection.user}@${encodeURIComponent(connection.host ?? '')}/${name}`,
    stop: () => drop(server, name),
  }
}
