import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type Dialect,
} from 'kysely'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import { pathToFileURL } from 'node:url'

/** A released migration: databases were built with it, so what it does must never change. */
export interface ReleasedMigration {
  /** Digest of the source text, which databases keep in `schema_migration.checksum`. Written once, at the release. */
  readonly checksum: string
  /** Digest of the SQL that it runs, which this check compares. */
  readonly sql: string
}

/** Digests by file name. */
export type Digests = Readonly<Record<string, string>>

export const migrationsDir = join(import.meta.dirname, '../packages/server/migrations')
const releasedFile = join(migrationsDir, 'released.json')

/** Some migrations create the partitions of the current month: they are recorded as if run on this day. */
const recordedOn = Date.UTC(2026, 0, 1)

/** A PostgreSQL driver without a server: statements are compiled and recorded, and every query returns no rows, as on an empty database. */
const offline: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** The statements that a migration runs, in order. */
export const recordStatements = async (path: string, dialect: Dialect = offline): Promise<CompiledQuery[]> => {
  const all: CompiledQuery[] = []
  const db = new Kysely<unknown>({ dialect, log: ({ query }) => void all.push(query) })
  const migration: { up(db: Kysely<unknown>): Promise<void> } = await import(/* @vite-ignore */ pathToFileURL(path).href)
  mock.timers.enable({ apis: ['Date'], now: recordedOn })
  try {
    return await db.transaction().execute(async (trx) => {
      const before = all.length // A real server was sent `begin`.
      await migration.up(trx)
      return all.slice(before)
    })
  } finally {
    mock.timers.reset()
  }
}

const blank = String.raw`(?:\s|--[^\n]*|\/\*[\s\S]*?\*\/)`
const token = new RegExp(
  [
    String.raw`(?<kept>'(?:[^']|'')*'|"(?:[^"]|"")*")`,
    String.raw`\$(?<tag>(?:[a-z_]\w*)?)\$(?<body>[\s\S]*?)\$\k<tag>\$`,
    String.raw`${blank}*(?<mark>[(),;])${blank}*`,
    `${blank}+`,
  ].join('|'),
  'gi',
)

/** SQL without comments and with single spaces. Literals and quoted names stay as they are; function bodies are treated as SQL again. */
export const normalise = (sql: string): string =>
  sql
    .replace(token, (...match) => {
      const { kept, tag, body, mark } = match.at(-1) as Record<string, string | undefined>
      if (body !== undefined) return `$${tag}$${normalise(body)}$${tag}$`
      return kept ?? mark ?? ' '
    })
    .trim()

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const digestOf = (statements: readonly CompiledQuery[]): string =>
  sha256(JSON.stringify(statements.map(({ sql, parameters }) => [normalise(sql), parameters])))

/** The digest of the source that `migrate` compares with the database (packages/server/src/platform/database/migrate.ts). */
const checksumOf = (file: string): string => sha256(readFileSync(join(migrationsDir, file), 'utf8').replaceAll('\r\n', '\n'))

export const readReleased = (): Record<string, ReleasedMigration> =>
  JSON.parse(readFileSync(releasedFile, 'utf8')) as Record<string, ReleasedMigration>

export const migrationFiles = (): string[] =>
  readdirSync(migrationsDir)
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .sort()

/** All problems of the migrations, one line each. */
export const findProblems = (released: Digests, files: Digests): string[] => {
  const names = Object.keys(released).sort()
  const last = names.at(-1) ?? ''
  return [
    ...names
      .filter((name) => files[name] !== released[name])
      .map((name) =>
        name in files ? `${name} runs other SQL than when it was released` : `${name} is missing, but was released`,
      )
      .map((problem) => `${problem}: restore it, and put the change into a new migration`),
    ...Object.keys(files)
      .filter((name) => !(name in released) && name < last)
      .map((name) => `${name} comes before ${last}, which was released: give it a higher number`),
  ]
}

/** `node scripts/check-migrations.ts` checks. With `--release` it adds the new migrations to the list when a version is released. */
if (import.meta.main) {
  const released = readReleased()
  const files: Record<string, string> = {}
  for (const name of migrationFiles()) files[name] = digestOf(await recordStatements(join(migrationsDir, name)))
  const problems = findProblems(Object.fromEntries(Object.entries(released).map(([name, { sql }]) => [name, sql])), files)
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else if (process.argv.includes('--release')) {
    const list = Object.entries(files).map(([name, sql]) => [name, released[name] ?? { checksum: checksumOf(name), sql }])
    writeFileSync(releasedFile, `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`)
  }
}
