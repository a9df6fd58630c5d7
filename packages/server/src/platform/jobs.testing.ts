import { pino } from 'pino'
import { openDatabase } from './database/database.ts'
import { createNotifications } from './database/notifications.ts'
import { createJobs, job } from './jobs.ts'

// A separate process with the job queue, for tests that kill it: `node jobs.testing.ts <connection>` (JSON). Prints `ready`, and `working`
// when it has taken an import, which never ends.

const connection = JSON.parse(process.argv[2] ?? '{}')
const log = pino({ level: 'silent' })
const notifications = createNotifications(connection, log)
const jobs = createJobs({
  pool: openDatabase({ max: 4, ...connection }, log).pool,
  connection,
  notifications,
  definitions: () => [
    job('import', () => {
      process.stdout.write('working\n')
      return new Promise(() => undefined)
    }),
  ],
  work: true,
  log,
})
await notifications.start()
await jobs.start()
process.stdout.write('ready\n')
