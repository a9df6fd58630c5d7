import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

// Run by a test: builds the program for the given environment without starting it, and reports how many files of OpenTelemetry that loaded,
// and how many are counted when it is loaded. OpenTelemetry's API package does not count: the metrics library loads it anyway.
let files = 0
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) files++
    return next(url, context)
  },
})
const [{ createApp }, { loadConfig }] = await Promise.all([import('../app.ts'), import('../config.ts')])
const config = loadConfig({ ...process.env, DATA_DIR: join(tmpdir(), 'emberwatch-never-started') })
await createApp({ config, connection: { host: '127.0.0.1', port: 9 }, demo: false, log: pino({ level: 'silent' }) })
const byTheProgram = files
await import('../platform/tracing/otlp.ts')
process.stdout.write(JSON.stringify({ byTheProgram, counted: files - byTheProgram }))
process.exit()
