import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { loadConfig } from '../../../config.ts'
import { systemClock, systemContext } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { createFileStore } from '../../../platform/files.ts'
import { noJobs } from '../../../testing/no-jobs.ts'
import { createEngine } from './engine.ts'

// A process that only runs notification rules, for tests that kill it: `node engine-process.testing.ts <connection>`, JSON. Prints `works`
// after its first round, and runs rounds without a pause.

const connection = JSON.parse(process.argv[2] ?? '{}')
const log = pino({ level: 'silent' })
const { kysely: db } = openDatabase({ max: 4, ...connection })
const ctx = systemContext({
  systemDb: db,
  clock: systemClock,
  config: loadConfig({ DATA_DIR: tmpdir(), LOG_LEVEL: 'silent' }),
  files: createFileStore(tmpdir()),
  jobs: noJobs,
})
const engine = createEngine({ ctx, notifications: createNotifications(connection, log), log })
process.stdout.write('works\n')
for (;;) await engine.round()
