import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messageOf, StartupError } from '../startup-error.ts'
import { backUp, restore } from './backup.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

// These wait for the disk, which takes long on slow or busy machines.
vi.setConfig({ testTimeout: 120_000 })
const log = pino({ level: 'silent' })
let home: string
let servers: EmbeddedPostgres[]

beforeEach(() => {
  servers = []
  home = mkdtempSync(join(tmpdir(), "emberwatch's-backup-"))
})

afterEach(async () => {
  for (const server of servers) await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const start = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  servers.push(server)
  return server
}

const rows = async (connection: pg.PoolConfig, sql: string): Promise<unknown[]> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a backup of the running or stopped program restores database and files', async () => {
  const [from, file] = [join(home, 'from'), join(home, 'running.tar')]
  const server = await start(from)
  await rows(server.connection, 'create table kept as select generate_series(1, 1000) as id')
  mkdirSync(join(from, 'files'))
  writeFileSync(join(from, 'files', 'photo'), 'a picture')
  await backUp(from, file, log)
  await rows(server.connection, 'drop table kept')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await server.stop()

  const to = join(home, 'to')
  await restore(file, to, log)
  await backUp(to, join(home, 'stopped.tar'), log)
  expect(
    execFileSync('tar', ['-tf', join(home, 'stopped.tar')])
      .toString()
      .trim()
      .split('\n')
      .sort(),
  ).toEqual(['./', './files/', './files/photo', 'backup/', 'backup/base.tar.gz'])
  expect(readFileSync(join(to, 'files', 'photo'), 'utf8')).toBe('a picture')
  expect(readdirSync(to).sort()).toEqual(['files', 'postgres', 'postgres.log', 'run'])
  const restored = await start(to)
  expect(await rows(restored.connection, 'select count(*)::int as count, sum(id)::int as sum from kept')).toEqual([
    { count: 1000, sum: 500_500 },
  ])
})

test('an encrypted backup needs its passphrase, and one that is damaged is refused with a sentence', async () => {
  const [from, plain, sealed, to] = ['from', 'plain.tar', 'sealed.tar', 'to'].map((name) => join(home, name)) as [
    string,
    string,
    string,
    string,
  ]
  await start(from)
  mkdirSync(join(from, 'files'))
  writeFileSync(join(from, 'files', 'photo'), 'a picture')
  await backUp(from, plain, log)
  await backUp(from, sealed, log, 'correct horse battery')
  expect(readFileSync(sealed).includes('a picture')).toBe(false)
  const unwritten = join(home, 'missing', 'file.tar')
  const refused: unknown = await backUp(from, unwritten, log, 'correct horse battery').catch((reason: unknown) => reason)
  expect(refused).toBeInstanceOf(StartupError)
  expect(messageOf(refused)).toContain(`${unwritten} cannot be written`)
  const refusal = async (file: string, passphrase?: string): Promise<string> => {
    const error: unknown = await restore(file, to, log, passphrase).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartupError)
    return messageOf(error)
  }
  expect(await refusal(sealed)).toBe(`${sealed} is encrypted: set BACKUP_PASSPHRASE.`)
  expect(await refusal(sealed, 'another passphrase')).toContain('The passphrase is not the one of')
  for (const [file, passphrase] of [[plain], [sealed, 'correct horse battery']] as const) {
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(200_000) ^ 1, 200_000)
    const damaged = `${file}.damaged`
    writeFileSync(damaged, bytes)
    expect(await refusal(damaged, passphrase)).toContain('damaged')
    expect(readdirSync(to)).toEqual([])
  }
  await restore(sealed, to, log, 'correct horse battery')
  expect(readFileSync(join(to, 'files', 'photo'), 'utf8')).toBe('a picture')
})

test('nothing is overwritten, and a file that is not a backup is refused', async () => {
  const problem = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', messageOf)
  const dataDir = join(home, 'data')
  const file = join(home, 'file.tar')
  expect(await problem(backUp(dataDir, file, log))).toContain('no embedded database')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18')
  writeFileSync(file, 'not a tar file')
  expect(await problem(backUp(dataDir, file, log))).toContain('exists already')
  expect(await problem(restore(file, dataDir, log))).toContain('holds a database already')
  expect(await problem(restore(file, join(home, 'new'), log))).toContain('is not a backup')
  expect(await problem(restore(home, join(home, 'new'), log))).toContain(`${home} cannot be read`)
})

test('a database archive that looks complete to tar, but is damaged, is refused before anything is in place', async () => {
  const stage = join(home, 'stage')
  mkdirSync(join(stage, 'backup'), { recursive: true })
  writeFileSync(join(stage, 'PG_VERSION'), '18')
  const whole = spawnSync('tar', ['-cf', '-', '-C', stage, 'PG_VERSION']).stdout
  // As a flipped bit leaves it: zeros in the middle end the archive for tar, which then reads no further.
  const packed = gzipSync(Buffer.concat([whole, randomBytes(8 * 2 ** 20)]))
  packed.writeUInt8(packed.readUInt8(packed.length - 8) ^ 1, packed.length - 8)
  writeFileSync(join(stage, 'backup', 'base.tar.gz'), packed)
  const file = join(home, 'odd.tar')
  spawnSync('tar', ['-cf', file, '-C', stage, 'backup'])
  const to = join(home, 'to')
  expect(await restore(file, to, log).then(() => 'done', messageOf)).toContain('Nothing was restored')
  expect(readdirSync(to)).toEqual([])
})

test('a folder owned by somebody else is not restored into', ({ skip }) => {
  // Only root can give a folder away; CI and the container run as root.
  skip(process.getuid?.() !== 0, 'needs root, who alone can give a folder to another user')
  const dataDir = join(home, 'theirs')
  mkdirSync(dataDir)
  chownSync(dataDir, 65_534, 65_534)
  const program = join(import.meta.dirname, '..', '..', 'backup.ts')
  const { DATABASE_URL: _other, ...given } = process.env
  const env = { ...given, DATA_DIR: dataDir }
  const { status, stderr } = spawnSync(process.execPath, [program, 'restore', join(home, 'any.tar')], { env, encoding: 'utf8' })
  expect(stderr).toBe(`${dataDir} belongs to user 65534 and not to you (0): restore as its owner, for example by runuser.\n`)
  expect(status).toBe(1)
  expect(readdirSync(dataDir)).toEqual([])
})
