import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from './config.ts'
import { backUp, restore } from './platform/database/backup.ts'
import { StartupError } from './platform/startup-error.ts'

/** Data restored by root into another user's folder could be read neither by that user nor by PostgreSQL. */
const assertOwner = async (dataDir: string): Promise<void> => {
  const owner = await stat(dataDir).then(
    ({ uid }) => uid,
    () => undefined,
  )
  const user = process.getuid?.()
  if (owner === undefined || user === undefined || owner === user) return
  throw new StartupError(
    `${dataDir} belongs to user ${owner} and not to you (${user}): restore as its owner, for example by runuser.`,
  )
}

/** `npm run backup -- <file>` and `npm run restore -- <file>`. A relative path is relative to where npm was called. */
const main = async (): Promise<void> => {
  const [command, name] = process.argv.slice(2)
  if (name === undefined) throw new StartupError(`Usage: npm run ${command} -- <file>`)
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  const { databaseUrl, dataDir, logLevel, backupPassphrase } = loadConfig(process.env)
  const log = pino({ level: logLevel }, pino.destination(2))
  if (databaseUrl !== undefined)
    throw new StartupError('DATABASE_URL is set: back that database up with its own tools (pg_dump).')
  if (command === 'restore') {
    await assertOwner(dataDir)
    await restore(file, dataDir, log, backupPassphrase)
    process.stdout.write(`Restored ${file} into ${dataDir}\n`)
  } else {
    const size = await backUp(dataDir, file, log, backupPassphrase)
    process.stdout.write(
      `Backed up ${dataDir} into ${file} (${(size / 2 ** 20).toFixed(1)} MB${backupPassphrase === undefined ? '' : ', encrypted'})\n`,
    )
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
