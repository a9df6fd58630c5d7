import { tmpdir } from 'node:os'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadConfig } from '../../../config.ts'
import { systemClock, systemContext } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { createFileStore } from '../../../platform/files.ts'
import { noJobs } from '../../../testing/no-jobs.ts'
import { createDispatcher } from './dispatcher.ts'

// A process that only sends, for tests that kill it: `node dispatcher-process.testing.ts <connection> <lease margin>`. Prints `started`.

const [connection = '{}', margin = '500'] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-send-'))
const log = pino({ level: 'silent' })
const database = openDatabase({ max: 8, ...JSON.parse(connection) })
const notifications = createNotifications(JSON.parse(connection), log)
await notifications.start()
createDispatcher({
  ctx: systemContext({
    systemDb: database.kysely,
    clock: systemClock,
    config: loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', CAPTCHA: 'off' }),
    files: createFileStore(dataDir),
    jobs: noJobs,
  }),
  notifications,
  takeByPhone: async () => undefined,
  log,
  leaseMarginMs: Number(margin),
}).start()
process.stdout.write('started\n')
