import { resolve } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from './config.ts'
import { backUp, restore } from './platform/database/backup.ts'
import { StartupError } from './platform/startup-error.ts'

/** `npm run backup -- <file>` and `npm run restore -- <file>`. A relative path is relative to where npm was called. */
async function main(): Promise<void> {
  const [command, name] = process.argv.slice(2)
  if (name === undefined) throw new StartupError(`Usage: npm run ${command} -- <file>`)
  const file = resolve(process.env['INIT_CWD'] ?? '.', name)
  const { databaseUrl, dataDir, logLevel } = loadConfig(process.env)
  const log = pino({ level: logLevel }, pino.destination(2))
  if (databaseUrl !== undefined)
    throw new StartupError('DATABASE_URL is set: back that database up with its own tools (pg_dump).')
  if (command === 'restore') {
    await restore(file, dataDir, log)
    process.stdout.write(`Restored ${file} into ${dataDir}\n`)
  } else {
    const size = await backUp(dataDir, file, log)
    process.stdout.write(`Backed up ${dataDir} into ${file} (${(size / 2 ** 20).toFixed(1)} MB)\n`)
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
