import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

// Run by a test: builds the program as the environment says, without starting it, and tells how many files of OpenTelemetry were loaded for that, how
// long it took, and what the process holds. Its bare interface does not count: the library of the metrics loads that anyway.
let files = 0
registerHooks({
  load(url, context, next) {
    if (/\/@opentelemetry\/(?!api\/)/.test(url)) files++
    return next(url, context)
  },
})
const began = performance.now()
const [{ createApp }, { loadConfig }] = await Promise.all([import('../app.ts'), import('../config.ts')])
const config = loadConfig({ ...process.env, DATA_DIR: join(tmpdir(), 'emberwatch-never-started') })
await createApp({ config, connection: { host: '127.0.0.1', port: 9 }, demo: false, log: pino({ level: 'silent' }) })
const ms = Math.round(performance.now() - began)
process.stdout.write(JSON.stringify({ files, ms, mb: Math.round(process.memoryUsage.rss() / 1_048_576) }))
process.exit()
