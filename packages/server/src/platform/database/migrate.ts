import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { openDatabase } from './database.ts'
import type { DatabaseLog } from './postgres-server.ts'

/** What a migration file `NNNN-name.ts` exports. */
interface Migration {
  up(db: Kysely<unknown>): Promise<void>
}

interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

interface MigrationFile extends AppliedMigration {
  readonly path: string
}

/** An arbitrary number that nothing else in this database uses for advisory locks. */
const lockKey = 0x656d6272

/** `migrate` on a connection of its own, without time limits, because a migration may take long. */
export const migrateOnce = async (connection: pg.PoolConfig, dir: string, log: DatabaseLog): Promise<void> => {
  const database = openDatabase(connection, log)
  try {
    await migrate(database.pool, dir, log)
  } finally {
    await database.close()
  }
}

/**
 * Migrates the database to the newest migration of `dir`: forward only, each file in its own transaction, under a lock that makes
 * other processes wait. Returns the names that were applied. Throws a StartupError if an applied file was changed or removed, or
 * a new file would come before an applied one.
 */
export const migrate = async (pool: pg.Pool, dir: string, log: DatabaseLog): Promise<string[]> => {
  const files = await readMigrations(dir)
  // Not destroyed afterwards: the caller owns the pool.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const done: string[] = []
  for (;;) {
    const name = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
      await sql`create table if not exists schema_migration (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(trx)
      const applied = await sql<AppliedMigration>`select name, checksum from schema_migration order by name`.execute(trx)
      const next = findNext(files, applied.rows)
      if (next === undefined) return undefined
      const migration = await load(next)
      // Loaded while the database works.
      const following = files[files.indexOf(next) + 1]
      if (following) load(following).catch(() => undefined)
      // Migrations lost in a crash are applied again at the next start, and nothing is written before what it follows.
      await sql`set local synchronous_commit = off`.execute(trx)
      await migration.up(trx)
      await sql`insert into schema_migration (name, checksum) values (${next.name}, ${next.checksum})`.execute(trx)
      return next.name
    })
    if (name === undefined) return done
    log.info(`migration ${name} applied`)
    done.push(name)
  }
}

const load = (file: MigrationFile): Promise<Migration> => import(/* @vite-ignore */ pathToFileURL(file.path).href)

const readMigrations = async (dir: string): Promise<MigrationFile[]> => {
  const names = (await readdir(dir)).filter((name) => /^\d{4}-[a-z0-9-]+\.ts$/.test(name)).sort()
  const list = join(dir, 'released.json')
  const released: Record<string, { checksum: string }> = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : {}
  const files = names.map(async (file) => {
    const path = join(dir, file)
    // Line endings depend on how the code was checked out, not on what the migration does.
    const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
    // A released migration keeps the checksum of its release: scripts/check-migrations.ts proves that it still runs the same SQL.
    const checksum = released[file]?.checksum ?? createHash('sha256').update(text).digest('hex')
    return { name: file.slice(0, -'.ts'.length), checksum, path }
  })
  return Promise.all(files)
}

const findNext = (files: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile | undefined => {
  for (const row of applied) {
    const file = files.find((each) => each.name === row.name)
    if (file === undefined) {
      throw new StartupError(
        `The database has migration ${row.name}, which this version of the program does not know: start the newer version.`,
      )
    }
    if (file.checksum !== row.checksum) {
      throw new StartupError(
        `Migration ${row.name} was changed after it had been applied: restore the file and put the change into a new one.`,
      )
    }
  }
  const last = applied.at(-1)?.name ?? ''
  const next = files.find((file) => !applied.some((row) => row.name === file.name))
  if (next !== undefined && next.name < last) {
    throw new StartupError(`Migration ${next.name} comes before ${last}, which is applied already: give it a higher number.`)
  }
  return next
}
