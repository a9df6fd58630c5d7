import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFileStore, type FileStore } from '../../../platform/files.ts'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { createSite, type SiteGateway } from '../../ingest/ingest/ingest.fixture.ts'
import { addEdition, addFirmwareKey, addTask, type SigningKey } from './upgrade.fixture.ts'

// Offers made before they could be sent, which may not be sent any more.

const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-taken-back-'))
let server: TestServer
let files: FileStore
let key: SigningKey

beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs', DATA_DIR: dataDir, UPGRADE_SILENCE_S: '6' } })
  files = createFileStore(dataDir)
  key = await addFirmwareKey(server.db)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A device whose gateway just disconnected, with an offer that cannot be delivered. */
const offered = async () => {
  const site = await createSite(server.db, 1, 1)
  const [gateway] = site.gateways
  const [device] = gateway?.devices ?? []
  if (!gateway || !device) throw new Error('no device')
  await server.db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).where('id', '=', gateway.id).execute()
  await server.db.updateTable('device').set({ firmware: '1.0.000' }).where('id', '=', device.id).execute()
  const model = await server.db.selectFrom('device_model').select('code').where('id', '=', site.modelId).executeTakeFirstOrThrow()
  const made = { modelId: site.modelId, modelCode: model.code, version: '1.1.000', bytes: 1000 }
  const edition = await addEdition(server.db, files, key, made)
  const list = { target_type: 'list' as const, target: JSON.stringify({ deviceIds: [device.id] }) }
  const id = await addTask(server.db, { id: site.companyId, path: site.path }, { ...list, edition_id: edition.id })
  const row = () => server.db.selectFrom('upgrade_device').selectAll().where('task_id', '=', id).executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'sent', published_at: null }), 30_000)
  return { site, gateway, device, row }
}

const post = async ({ code, secret }: SiteGateway, path: string, body: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/${path}/${code}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: unknown }).data
}

test('a device with an alarm gets no earlier offer: it is withdrawn, and does not count as an attempt', async () => {
  const { gateway, device, row } = await offered()
  await post(gateway, 'ingest/v1', { reports: [{ device: device.code, code: '1110', format: 'CID' }] })
  expect(await post(gateway, 'upgrade/v1/ask', { device: device.code, firmware: '1.0.000' })).toBeNull()
  const { code: clientId, secret: password } = gateway
  const line = await connectAsync(server.mqttUrl ?? '', { clientId, username: clientId, password })
  onTestFinished(() => line.endAsync(true))
  const received: string[] = []
  line.on('message', (_topic, payload) => void received.push(payload.toString()))
  await line.subscribeAsync(`ew/v1/${clientId}/upgrade`, { qos: 1 })
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'waiting', attempts: 0 }), 20_000)
  expect(received).toEqual([])
  // When it asks again, it is checked at once.
  expect(await post(gateway, 'upgrade/v1/ask', { device: device.code, firmware: '1.0.000' })).toBeNull()
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'waiting', hold: 'openAlarm' }), 30_000)
})

test('a device that now belongs to another company gets no earlier offer', async () => {
  const { gateway, device, row } = await offered()
  const { companyId: company_id, path, projectId: project_id } = await createSite(server.db, 0, 0)
  await server.db.updateTable('gateway').set({ company_id, path, project_id }).where('id', '=', gateway.id).execute()
  await server.db.updateTable('device').set({ company_id, path, project_id }).where('id', '=', device.id).execute()
  expect(await post(gateway, 'upgrade/v1/ask', { device: device.code, firmware: '1.0.000' })).toBeNull()
  // Nothing was sent, so it does not count as an attempt.
  await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'waiting', attempts: 0 }), 20_000)
})
