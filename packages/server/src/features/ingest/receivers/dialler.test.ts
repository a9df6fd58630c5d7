import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Dc09Dialler, type DiallerOptions } from '@emberwatch/simulator'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../../../platform/database/database.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { sealLinkKey } from '../../equipment/gateway/gateway-link.rules.ts'
import { createSite, seedInstallation, startIngest, type Site, type StartedIngest } from '../ingest/ingest.fixture.ts'
import { ignoreConnectionErrors } from '../ingest/ingest-connection.ts'

/** A real dialler (SIA DC-09) against the real receiver. */

let server: TestDatabase
let database: Database
let ingest: StartedIngest
let site: Site
let account = ''
let count = 0
const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-dialler-'))
const diallers: Dc09Dialler[] = []
const key = Buffer.alloc(32, 7)

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  ignoreConnectionErrors(database.pool)
  await seedInstallation(database.kysely)
  ingest = await startIngest(server.connection, { DC09_PORT: '0', DATA_DIR: dataDir })
})
afterAll(async () => {
  await ingest.stop()
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  site = await createSite(database.kysely, 1, 1)
  account = `ABC${++count}`
  await change({ link_address: `siaDc09:${account}` })
  await database.kysely
    .updateTable('device')
    .set({ communication_code: '01-012' })
    .where('gateway_id', '=', gateway().id)
    .execute()
})
afterEach(() => {
  for (const dialler of diallers.splice(0)) dialler.stop()
})

const gateway = () => site.gateways[0] ?? { id: 0, code: '' }
const change = async (values: Record<string, unknown>) => {
  await database.kysely.updateTable('gateway').set(values).where('id', '=', gateway().id).execute()
  await invalidateGatewayCache(database.kysely, [gateway().code])
}
/** The installer enters the key on the page of the gateway. */
const setKey = (secret: Buffer) => change({ link_key: sealLinkKey(dataDir, gateway().code, secret) })
const dial = (options: Partial<DiallerOptions> = {}, transport: 'tcp' | 'udp' = 'tcp'): Dc09Dialler => {
  const port = ingest.ingest.linkPorts().siaDc09 ?? 0
  const dialler = new Dc09Dialler({
    main: { host: '127.0.0.1', port, transport },
    account,
    pollSeconds: 0,
    ...options,
  })
  diallers.push(dialler)
  return dialler
}
const alarms = () =>
  database.kysely
    .selectFrom('alarm')
    .select(['project_id', 'device_id', 'source_code', 'source_active'])
    .where('gateway_id', '=', gateway().id)
    .orderBy('id')
    .execute()
const row = () => database.kysely.selectFrom('gateway').selectAll().where('id', '=', gateway().id).executeTakeFirstOrThrow()
const fire = () => [{ project_id: site.projectId, source_code: '1110', source_active: true }]

test('an encrypted fire is acknowledged, encrypted, and stored at its zone; so are its end and polls', async () => {
  await setKey(key)
  const dialler = dial({ key })
  expect(await dialler.poll()).toEqual(['acknowledged'])
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(await alarms()).toMatchObject(fire())
  expect((await alarms())[0]?.device_id).not.toBeNull()
  expect(await dialler.fire('01', '012', true)).toBe('acknowledged')
  expect(await alarms()).toMatchObject([{ source_active: false }])
  await vi.waitFor(async () => expect(await row()).toMatchObject({ online: true, refused_reason: null }), 5_000)
})

test('what its key does not open is refused, and is an alarm of its gateway', async () => {
  await setKey(key)
  expect(await dial({ key: Buffer.alloc(32, 8) }).fire('01', '012')).toBe('refused')
  expect(await alarms()).toMatchObject([{ project_id: site.projectId, device_id: null, source_code: 'unreadable' }])
})

test('a gateway with a key is not heard in the clear, and its page says why', async () => {
  await setKey(key)
  expect(await dial({ tries: 1 }).fire('01', '012')).toBe('unanswered')
  await vi.waitFor(async () => expect((await row()).refused_reason).toBe('notEncrypted'), 5_000)
  expect(await alarms()).toEqual([])
  expect(await dial({ key }).fire('01', '012')).toBe('acknowledged')
  expect(await alarms()).toMatchObject(fire())
})

test('a clock that is ten minutes off is corrected, and what was said is acknowledged', async () => {
  for (const clockAheadMs of [600_000, -600_000]) {
    await setKey(key)
    const dialler = dial({ key, clockAheadMs, tries: 2 })
    expect(await dialler.fire('01', '012')).toBe('acknowledged')
    // It goes on with the right time.
    const corrected = dial({ key, clockAheadMs, tries: 1 })
    expect(await corrected.fire('01', '012')).toBe('unanswered')
    expect(await corrected.fire('01', '012')).toBe('acknowledged')
    expect(await alarms()).toMatchObject(fire())
  }
})

test('a clock that stays wrong is corrected twice, and then does not keep an alarm waiting', async () => {
  const stubborn = { clockAheadMs: 600_000, learnsTime: false }
  expect(await dial({ ...stubborn, tries: 2 }).fire('01', '012')).toBe('unanswered')
  expect(await alarms()).toMatchObject(fire())
  expect(await dial({ ...stubborn, tries: 1 }).fire('01', '012')).toBe('acknowledged')
})

test('an account in lower case is the same', async () => {
  await setKey(key)
  const dialler = dial({ account: account.toLowerCase(), key })
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(await alarms()).toMatchObject(fire())
})

test('over UDP it is the same, and SIA DC-03 as well', async () => {
  await setKey(key)
  const dialler = dial({ key, clockAheadMs: 600_000 }, 'udp')
  const event = { format: 'SIA-DCS', code: 'FA', partition: '01', zone: '012', text: '东库区' } as const
  expect(await dialler.report(event)).toBe('acknowledged')
  expect(await alarms()).toMatchObject([{ source_code: 'FA', project_id: site.projectId }])
  expect((await alarms())[0]?.device_id).not.toBeNull()
  expect(await dialler.poll()).toEqual(['acknowledged'])
})

test('a connection for each message, as modems dial, is heard as well', async () => {
  const dialler = dial({ dialsEachTime: true })
  expect(await dialler.fire('01', '012')).toBe('acknowledged')
  expect(await dialler.fire('01', '012', true)).toBe('acknowledged')
  expect(await alarms()).toMatchObject([{ source_active: false }])
})
