import fs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '/work/main/packages/server/src/platform/database/embedded-postgres.ts'
import { openDatabase } from '/work/main/packages/server/src/platform/database/database.ts'
import { migrate } from '/work/main/packages/server/src/platform/database/migrate.ts'
import { ensurePartitions } from '/work/main/packages/server/src/platform/database/partitions.ts'
import { copyRows, copyLine } from '/work/main/packages/server/src/features/ingest/copy-in.ts'
const dir = mkdtempSync('/tmp/copyexp-'); const log = pino({level:'silent'})
const p = await startEmbeddedPostgres({dataDir: dir, log})
const d = openDatabase(p.connection); await migrate(d.pool, '/work/main/packages/server/migrations', log); await ensurePartitions(d.kysely, new Date())
const c = new pg.Client(p.connection); await c.connect()
const pid = (await c.query('select pg_backend_pid() as p')).rows[0].p
const cpu = () => { const s = fs.readFileSync(`/proc/${pid}/stat`,'utf8').split(' '); return (+s[13]! + +s[14]!)*10 }
const cols = 'received_at, gateway_id, device_id, device_code, sequence, position, format, code, type, device_time, "values"'
let seq = 0
async function go(name: string, n = 150, cc = cols, skip: (v: unknown[]) => any = v => v) {
  const t = performance.now(), u = cpu()
  for (let b = 0; b < n; b++) {
    const lines: string[] = []
    const now = new Date().toISOString()
    for (let i = 0; i < 2000; i++) { const g = i % 200; lines.push(copyLine(skip([now, g+1, g*5 + i%5 + 1, `SD-abc-${g}-${i%5}`, ++seq, 0, 'EW', 'telemetry', 'telemetry', now, '{"battery":87,"obscuration":12}']))) }
    await c.query('begin'); await copyRows(c, `report (${cc})`, lines); await c.query('commit')
  }
  console.log(name.padEnd(40), 'us/row wall', ((performance.now()-t)*1000/(n*2000)).toFixed(2), 'cpu', ((cpu()-u)*1000/(n*2000)).toFixed(2))
}
await go('warm', 50)
for (let r=0;r<2;r++) await go('as is')
await c.query('alter sequence report_id cache 1000'); await go('sequence cache'); await go('sequence cache')
await c.query('drop index report_sequence'); await go('no report_sequence'); await go('no report_sequence')
await c.query('drop index report_id_index'); await go('no id index')
await c.query('drop index report_device'); await go('no device index')
await c.query('alter table report alter column "values" type text'); await go('values text')
await c.end(); await d.close(); await p.stop(); rmSync(dir,{recursive:true,force:true}); process.exit(0)
