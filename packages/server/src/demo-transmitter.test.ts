import { expect, onTestFinished, test, vi } from 'vitest'
import { demoPoints, seedPanel } from '../seed/demo-panel.ts'
import { renewSecrets } from '../seed/demo-secrets.ts'
import { startDemoTransmitter } from './demo-transmitter.ts'
import { createSite, seedInstallation, startIngest } from './features/ingest/ingest/ingest.fixture.ts'
import { openDatabase } from './platform/database/database.ts'
import { testDatabase } from './testing/database.ts'

test('the panel of the demo reports its points, fires and faults of them and their ends, and a pressure', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const database = openDatabase({ max: 2, ...own.connection })
  onTestFinished(() => database.close())
  const db = database.kysely
  await seedInstallation(db)
  const { projectId } = await createSite(db, 0, 0)
  await db.updateTable('project').set({ code: 'P-HARBOUR' }).where('id', '=', projectId).execute()
  await db
    .insertInto('setting')
    .values({ key: 'demo', value: JSON.stringify({ seededAt: new Date().toISOString() }) })
    .execute()
  await db.transaction().execute((tx) => seedPanel(tx, new Date()))
  const [panel, ...others] = await db.transaction().execute((tx) => renewSecrets(tx, 'unused'))
  expect(others).toEqual([])
  if (!panel) throw new Error('the demo has no panel')
  expect(panel.devices).toHaveLength(60)
  expect(new Set(demoPoints.map(({ code }) => code))).toEqual(new Set(panel.devices.map(({ code }) => code)))

  const started = await startIngest(own.connection, { GB26875_PORT: '0' })
  onTestFinished(() => started.stop())
  const port = started.ingest.linkPorts().gb26875 ?? 0
  const stop = await startDemoTransmitter(panel, { host: '127.0.0.1', port, pace: 600 })
  onTestFinished(stop)

  const heard = () => db.selectFrom('device').select('id').where('last_seen_at', 'is not', null).execute()
  const ended = (table: 'alarm' | 'fault') =>
    db
      .selectFrom(table)
      .select('id')
      .where('device_id', 'is not', null)
      .where('project_id', '=', projectId)
      .where('restored_at', 'is not', null)
      .execute()
  const pressure = () =>
    db.selectFrom('device').select('last_values').where('communication_code', '=', '1-7-5').executeTakeFirstOrThrow()
  await vi.waitFor(
    async () => {
      expect(await heard()).toHaveLength(60)
      expect(await ended('alarm')).not.toEqual([])
      expect(await ended('fault')).not.toEqual([])
      expect((await pressure()).last_values).toMatchObject({ pressure: expect.any(Number) as number, unit: 'kPa' })
    },
    { timeout: 30_000, interval: 200 },
  )
  // It names nothing that is not registered, and says nothing that cannot be read.
  expect(await db.selectFrom('unknown_report').selectAll().execute()).toEqual([])
  const { online, malformed_count: malformed } = await db
    .selectFrom('gateway')
    .select(['online', 'malformed_count'])
    .where('code', '=', panel.code)
    .executeTakeFirstOrThrow()
  expect({ online, malformed }).toEqual({ online: true, malformed: 0 })
}, 60_000)
