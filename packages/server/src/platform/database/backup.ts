import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { prepareDirectory } from '../data-directory.ts'
import { hasRoomFor } from '../disk-space.ts'
import { codeOf, messageOf, StartupError } from '../startup-error.ts'
import { decrypt, encrypt, isEncrypted } from './backup-cipher.ts'
import { runningServer, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { DatabaseLog } from './postgres-server.ts'

const run = promisify(execFile)

/** Parts of a data directory besides the database that a backup does not need. */
const leftOut = [
  './postgres',
  './postgres.new',
  './postgres.log',
  './postgres.log.1',
  './run',
  './restore',
  './under-way',
  './spare',
  './spare.part',
]

/**
 * Writes the embedded database and everything else in the data directory (uploaded files) into one tar file, also while the
 * program runs. The database part is PostgreSQL's own base backup including its WAL, so it is consistent. Files are read after
 * it, so every file that it refers to is included. Returns the size in bytes. Throws a StartupError if there is nothing to back
 * up or the file exists.
 * @param passphrase encrypts the file
 */
export const backUp = async (dataDir: string, file: string, log: DatabaseLog, passphrase?: string): Promise<number> => {
  const data = resolve(dataDir)
  if (!existsSync(join(data, 'postgres', 'PG_VERSION')))
    throw new StartupError(`There is no embedded database in ${data}: check DATA_DIR.`)
  if (existsSync(file)) throw new StartupError(`${file} exists already: choose another name.`)
  // While it is made, a backup takes this much besides the archive. It must not stop the database that it is made of.
  const size = await folderSize(join(data, 'postgres'))
  if (!(await hasRoomFor(data, size)))
    throw new StartupError(`The disk of ${data} has no room for a backup of ${Math.ceil(size / 2 ** 20)} MB: make room first.`)
  // PostgreSQL itself writes here. Its socket directory belongs to it under whatever identity it runs.
  const stage = join(data, 'run', 'backup')
  const part = `${file}.part`
  try {
    rmSync(stage, { recursive: true, force: true })
    await withServer(data, log, (admin) => baseBackup(admin, stage))
    const exclude = leftOut.flatMap((path) => ['--exclude', path])
    await packTo(part, ['-C', join(data, 'run'), 'backup', ...exclude, '-C', data, '.'], passphrase).catch((error: unknown) => {
      throw new StartupError(`${file} cannot be written, so there is no backup: ${messageOf(error)}`)
    })
    renameSync(part, file)
    return statSync(file).size
  } finally {
    rmSync(stage, { recursive: true, force: true })
    rmSync(part, { force: true })
  }
}

/**
 * Restores what `backUp` wrote into a data directory without a database, and verifies that the database starts. Throws a
 * StartupError if there already is a database or the file is not a backup, is damaged, or has another passphrase.
 */
export const restore = async (file: string, dataDir: string, log: DatabaseLog, passphrase?: string): Promise<void> => {
  const data = resolve(dataDir)
  const cluster = join(data, 'postgres')
  const stage = join(data, 'restore')
  if (!existsSync(file)) throw new StartupError(`${file} does not exist.`)
  if (existsSync(cluster)) throw new StartupError(`${data} holds a database already: move it away, or choose another DATA_DIR.`)
  const sealed = await isEncrypted(file).catch((error: unknown) => {
    throw new StartupError(`${file} cannot be read: ${messageOf(error)}`)
  })
  if (sealed && passphrase === undefined) throw new StartupError(`${file} is encrypted: set BACKUP_PASSPHRASE.`)
  prepareDirectory(data)
  try {
    rmSync(stage, { recursive: true, force: true })
    mkdirSync(join(stage, 'postgres'), { recursive: true, mode: 0o700 })
    await unpackFrom(file, stage, sealed ? passphrase : undefined).catch((error: unknown) => {
      throw error instanceof StartupError
        ? error
        : new StartupError(`${file} is not a backup, or is damaged: ${messageOf(error)}`)
    })
    const base = join(stage, 'backup', 'base.tar.gz')
    if (!existsSync(base)) throw new StartupError(`${file} is not a backup of this program.`)
    const unpacked = checkGzip(base).then(() => tar(['-xzf', base, '-C', join(stage, 'postgres'), '--no-same-owner']))
    await unpacked.catch((error: unknown) => {
      throw new StartupError(`${file} is damaged: take another backup. Nothing was restored. (${messageOf(error)})`)
    })
    rmSync(join(stage, 'backup'), { recursive: true })
    const names = readdirSync(stage).sort((one) => (one === 'postgres' ? 1 : -1)) // the database last: it makes the restore complete
    const taken = names.find((name) => existsSync(join(data, name)))
    if (taken !== undefined)
      throw new StartupError(`${join(data, taken)} exists already: move it away, or choose another DATA_DIR.`)
    for (const name of names) renameSync(join(stage, name), join(data, name))
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  const server = await startEmbeddedPostgres({ dataDir: data, log }).catch((error: unknown) => {
    throw new StartupError(
      `The database in ${file} does not start, so the file is damaged: empty ${data} and take another backup. (${messageOf(error)})`,
    )
  })
  await server.stop()
}

/** The server that already runs there, or one started for this purpose. */
export const withServer = async <T>(dataDir: string, log: DatabaseLog, use: (admin: pg.PoolConfig) => Promise<T>): Promise<T> => {
  const running = await runningServer(dataDir)
  const server = running ?? (await startEmbeddedPostgres({ dataDir, log }))
  try {
    return await use(server.admin)
  } finally {
    await server.stop()
  }
}

const baseBackup = async (admin: pg.PoolConfig, target: string): Promise<void> => {
  // A replication connection, which pg supports but its types do not.
  const config: pg.ClientConfig & { replication: string } = { ...admin, replication: 'true' }
  const client = new pg.Client(config)
  await client.connect()
  try {
    const path = target.replaceAll("'", "''")
    await client.query(
      `BASE_BACKUP (LABEL 'emberwatch', TARGET 'server', TARGET_DETAIL '${path}', WAL true, CHECKPOINT 'fast', COMPRESSION 'gzip', MANIFEST 'no')`,
    )
  } finally {
    await client.end()
  }
}

const folderSize = async (folder: string): Promise<number> => {
  let size = 0
  // Files come and go while the database runs.
  for (const name of await readdir(folder, { recursive: true }))
    size += await stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    )
  return size
}

const tar = async (args: readonly string[]): Promise<void> => {
  await run('tar', args)
}

/** Reads to the check sum at the end. tar may not: what looks like the end of the archive is enough for it, wherever it comes. */
const checkGzip = (file: string): Promise<void> =>
  pipeline(createReadStream(file), createGunzip(), async (bytes: AsyncIterable<Buffer>) => {
    for await (const _ of bytes);
  })

/** A running tar. `done` rejects with what it said. */
const startTar = (args: readonly string[]) => {
  const child = spawn('tar', args)
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-2_000)))
  const done = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(said || `tar ended with ${String(code)}`)
  })
  return { child, done }
}

/** Writes an archive, readable only by its owner from the first byte. */
const packTo = async (file: string, args: readonly string[], passphrase: string | undefined): Promise<void> => {
  const { child, done } = startTar(['-cf', '-', ...args])
  child.stdin.end()
  const sink = createWriteStream(file, { mode: 0o600 })
  await Promise.all([
    done,
    passphrase === undefined ? pipeline(child.stdout, sink) : pipeline(child.stdout, encrypt(passphrase), sink),
  ])
}

const unpackFrom = async (file: string, folder: string, passphrase: string | undefined): Promise<void> => {
  const { child, done } = startTar(['-xf', '-', '-C', folder, '--no-same-owner'])
  const source = createReadStream(file)
  const fed = passphrase === undefined ? pipeline(source, child.stdin) : pipeline(source, decrypt(passphrase, file), child.stdin)
  const [feeding, unpacking] = await Promise.allSettled([fed, done])
  // A file that does not decrypt ends tar as well, and a tar that ends ends the feeding: the cause is said.
  if (feeding.status === 'rejected' && feeding.reason instanceof StartupError) throw feeding.reason
  if (unpacking.status === 'rejected') throw unpacking.reason
  if (feeding.status === 'rejected' && codeOf(feeding.reason) !== 'EPIPE') throw feeding.reason
}
