import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { loadConfig } from './config.ts'
import { fileVerdict, hashFile } from './features/overview/alarm-file/alarm-file.rules.ts'
import { withServer } from './platform/database/backup.ts'
import { openDatabase } from './platform/database/database.ts'
import { StartupError } from './platform/startup-error.ts'

/** `npm run verify-file -- <file>`: whether a file is a registered file of an alarm. It changes nothing, and may run next to the program. */
const main = async (): Promise<void> => {
  const [name] = process.argv.slice(2)
  if (name === undefined) throw new StartupError('Usage: npm run verify-file -- <file>')
  const path = resolve(process.env['INIT_CWD'] ?? '.', name)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new StartupError(`${path} is not a file.`)
  const { databaseUrl, dataDir, logLevel } = loadConfig(process.env)
  const log = pino({ level: logLevel }, pino.destination(2))
  const file = await hashFile(createReadStream(path))
  const decide = async (connection: pg.PoolConfig) => {
    const database = openDatabase({ ...connection, max: 1 })
    try {
      // Not scoped: whoever runs this has the database itself.
      return await fileVerdict(database.kysely, file)
    } finally {
      await database.close()
    }
  }
  const data = resolve(dataDir)
  if (databaseUrl === undefined && !existsSync(join(data, 'postgres', 'PG_VERSION')))
    throw new StartupError(`There is no embedded database in ${data}: check DATA_DIR.`)
  const verdict = await (databaseUrl === undefined ? withServer(data, log, decide) : decide({ connectionString: databaseUrl }))
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  say(`SHA-256 ${verdict.sha256}`)
  if (verdict.verdict === 'unknown') throw new StartupError('UNKNOWN: no such file was registered here.')
  say(`Alarm ${verdict.alarmCode}, check code ${verdict.checkCode}, made ${verdict.at} by ${verdict.by ?? '—'}`)
  if (verdict.verdict === 'changed') throw new StartupError('CHANGED: this is not the file that was registered.')
  say('VALID: exactly the file that was registered.')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
