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
import { createPushCollector } from './push-collector.ts'
import { createPushDeliverer } from './push-deliverer.ts'

// A process that only collects and pushes, for tests that kill it: `node push-process.testing.ts <connection> <lease margin>`. Prints `started`.

const [connection = '{}', margin = '500'] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-push-'))
const log = pino({ level: 'silent' })
const database = openDatabase({ max: 8, ...JSON.parse(connection) })
const notifications = createNotifications(JSON.parse(connection), log)
await notifications.start()
const ctx = systemContext({
  systemDb: database.kysely,
  clock: systemClock,
  config: loadConfig({ DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', CAPTCHA: 'off' }),
  files: createFileStore(dataDir),
  jobs: noJobs,
})
createPushCollector({ ctx, notifications, log }).start()
createPushDeliverer({ ctx, notifications, ways: ['http'], log, leaseMarginMs: Number(margin) }).start()
process.stdout.write('started\n')
