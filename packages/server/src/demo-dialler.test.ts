import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demoZones, seedAlarmPanel } from '../seed/demo-alarm-panel.ts'
import { renewSecrets } from '../seed/demo-secrets.ts'
import { startDemoDialler } from './demo-dialler.ts'
import { createSite, seedInstallation, startIngest } from './features/ingest/ingest/ingest.fixture.ts'
import { openDatabase } from './platform/database/database.ts'
import { testDatabase } from './testing/database.ts'

test('the alarm panel of the demo reports fires and troubles of its zones and their ends, and tests itself, encrypted', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const database = openDatabase({ max: 2, ...own.connection })
  onTestFinished(() => database.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const db = database.kysely
  await seedInstallation(db)
  const { projectId } = await createSite(db, 0, 0)
  await db.updateTable('project').set({ code: 'P-DEPOT' }).where('id', '=', projectId).execute()
  await db
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ seededAt: new Date().toISOString() }) })
    .execute()
  await db.transaction().execute((tx) => seedAlarmPanel(tx, new Date(), dataDir))
  const [panel, ...others] = await db.transaction().execute((tx) => renewSecrets(tx, dataDir))
  expect(others).toEqual([])
  if (!panel) throw new Error('the demo has no alarm panel')
  expect(panel.linkKey).toHaveLength(32)
  expect(new Set(demoZones.map(({ code }) => code))).toEqual(new Set(panel.devices.map(({ code }) => code)))
  expect(panel.devices).toHaveLength(20)

  const started = await startIngest(own.connection, { DC09_PORT: '0', DATA_DIR: dataDir })
  onTestFinished(() => started.stop())
  const port = started.ingest.linkPorts().siaDc09 ?? 0
  onTestFinished(await startDemoDialler(panel, { host: '127.0.0.1', port, pace: 600 }))

  const ended = (table: 'alarm' | 'fault') =>
    db
      .selectFrom(table)
      .select('id')
      .where('device_id', 'is not', null)
      .where('project_id', '=', projectId)
      .where('restored_at', 'is not', null)
      .execute()
  const said = () => db.selectFrom('report').select('code').where('code', '=', '1602').execute()
  const gateway = () =>
    db
      .selectFrom('gateway')
      .select(['online', 'malformed_count', 'refused_reason'])
      .where('code', '=', panel.code)
      .executeTakeFirstOrThrow()
  await vi.waitFor(
    async () => {
      expect(await ended('alarm')).not.toEqual([])
      expect(await ended('fault')).not.toEqual([])
      expect((await said()).length).toBeGreaterThan(1)
      expect(await gateway()).toEqual({ online: true, malformed_count: 0, refused_reason: null })
    },
    { timeout: 30_000, interval: 200 },
  )
  // It names nothing that is not registered, and says nothing that cannot be read.
  expect(await db.selectFrom('unknown_report').selectAll().execute()).toEqual([])
}, 60_000)
