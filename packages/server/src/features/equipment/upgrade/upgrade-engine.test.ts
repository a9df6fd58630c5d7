import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildTopic } from '@emberwatch/device-link'
import { createFleet, type Fleet, type UpgradeBehaviour } from '@emberwatch/simulator'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createFileStore, type FileStore } from '../../../platform/files.ts'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { createSite, type Site } from '../../ingest/ingest/ingest.fixture.ts'
import { addEdition, addFirmwareKey, addTask, countersOf, type SigningKey } from './upgrade.fixture.ts'

// Devices that upgrade over real MQTT and HTTP, against the complete program.

const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-upgrade-'))
let server: TestServer
let files: FileStore
let key: SigningKey
const fleets: Fleet[] = []

beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs', DATA_DIR: dataDir, UPGRADE_SILENCE_S: '20' } })
  files = createFileStore(dataDir)
  key = await addFirmwareKey(server.db)
})
afterAll(async () => {
  for (const fleet of fleets) await fleet.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const modelCodeOf = async (id: number): Promise<string> =>
  (await server.db.selectFrom('device_model').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code

const startFleet = async (
  site: Site,
  behaviourOf: (code: string, attempt: number) => UpgradeBehaviour,
  transport?: 'http' | 'mqtt',
) => {
  const model = await modelCodeOf(site.modelId)
  const fleet = createFleet({
    url: server.mqttUrl ?? '',
    gateways: site.gateways,
    heartbeatSeconds: 0,
    upgrades: {
      server: server.url,
      stepMs: 5,
      reportsAtStart: true,
      behaviourOf,
      targetOf: () => ({ model }),
      ...(transport === undefined ? {} : { transport }),
    },
  })
  fleets.push(fleet)
  await fleet.start()
  await vi.waitFor(async () => {
    const reported = await server.db
      .selectFrom('device')
      .select('id')
      .where('path', '=', site.path)
      .where('firmware', '=', '1.0.000')
      .execute()
    expect(reported).toHaveLength(site.gateways.flatMap(({ devices }) => devices).length)
    // A device that is offline at the first check is checked again a minute later.
    const online = server.db.selectFrom('gateway').select('id').where('path', '=', site.path).where('online', '=', true)
    expect(await online.execute()).toHaveLength(site.gateways.length)
  }, 60_000)
  return fleet
}

const owner = (site: Site) => ({ id: site.companyId, path: site.path })
const ofSite = (site: Site) => ({ target_type: 'project' as const, target: JSON.stringify({ projectIds: [site.projectId] }) })
const statesOf = async (taskId: number) =>
  new Map(
    (await server.db.selectFrom('upgrade_device').selectAll().where('task_id', '=', taskId).execute()).map((row) => [
      row.code,
      row,
    ]),
  )

/**
 * Ends the time of devices that say nothing more in their present state. Nobody waits for real silence, so that a device which works is
 * never taken for a silent one, however slow the machine is.
 */
const endSilence = async (
  taskId: number,
  { lies, silent, stops }: Record<'lies' | 'silent' | 'stops', string>,
): Promise<void> => {
  await server.db
    .updateTable('upgrade_device')
    .set({ due_at: new Date() })
    .where('task_id', '=', taskId)
    .where('due_at', '>', new Date().toISOString())
    .where((e) =>
      e.or([
        e.and([e('code', '=', lies), e('claimed_at', 'is not', null)]),
        e.and([e('code', '=', silent), e('state', '=', 'sent'), e('published_at', 'is not', null)]),
        // The last that it says is how much it has.
        e.and([e('code', '=', stops), e('state', '=', 'downloading'), e('attempts', '=', 1), e('percent', '>=', 50)]),
      ]),
    )
    .execute()
}

test('devices reach the version over several steps, whatever happens on the way; their claims are not believed', async () => {
  const site = await createSite(server.db, 2, 4)
  const [works = '', breaksOff = '', wrongBytes = '', losesPower = '', lies = '', silent = '', refuses = '', stops = ''] =
    site.gateways.flatMap(({ devices }) => devices.map(({ code }) => code))
  const once: Record<string, UpgradeBehaviour> = {
    [breaksOff]: 'breaksOff',
    [wrongBytes]: 'wrongBytes',
    [losesPower]: 'losesPower',
    [stops]: 'stops',
  }
  const always: Record<string, UpgradeBehaviour> = { [lies]: 'lies', [silent]: 'silent', [refuses]: 'refuses' }
  const fleet = await startFleet(site, (code, attempt) => always[code] ?? (attempt === 1 ? once[code] : undefined) ?? 'works')
  const model = { modelId: site.modelId, modelCode: await modelCodeOf(site.modelId) }
  const middle = await addEdition(server.db, files, key, { ...model, version: '1.2.000' })
  const last = await addEdition(server.db, files, key, {
    ...model,
    version: '1.3.000',
    initialVersion: '1.2.000',
    package: 'delta',
  })
  const id = await addTask(server.db, owner(site), {
    ...ofSite(site),
    edition_id: last.id,
    retries: 1,
    failure_share: 100,
    success_share: 0,
  })
  const open = async () =>
    [...(await statesOf(id)).values()].flatMap(({ code, state, hold, failure, tries, step_version: step }) =>
      ['succeeded', 'failed'].includes(state) ? [] : [[once[code] ?? always[code] ?? 'works', state, hold, failure, tries, step]],
    )
  await vi.waitFor(
    async () => {
      await endSilence(id, { lies, silent, stops })
      expect(await open()).toEqual([])
    },
    { timeout: 200_000, interval: 500 },
  )
  await vi.waitFor(async () => expect((await countersOf(server.db, id)).task.state).toBe('completed'), 30_000)
  const after = await statesOf(id)
  for (const code of [works, breaksOff, wrongBytes, losesPower, stops])
    expect([code, after.get(code)?.state, after.get(code)?.failure]).toEqual([code, 'succeeded', null])
  expect(after.get(lies)).toMatchObject({ state: 'failed', failure: 'notSeen' })
  expect(after.get(silent)).toMatchObject({ state: 'failed', failure: 'notAnswered' })
  expect(after.get(refuses)).toMatchObject({ state: 'failed', failure: 'refused' })
  const { counters, devices } = await countersOf(server.db, id)
  expect(counters).toEqual(devices)
  // Each installed both files once, in the order of the route.
  for (const code of [works, breaksOff, wrongBytes, losesPower, stops])
    expect(
      fleet
        .installations()
        .filter((each) => each.code === code)
        .map(({ sha256 }) => sha256),
    ).toEqual([middle.sha256, last.sha256])
  expect(fleet.installations()).toHaveLength(10)
  const traces = await server.db
    .selectFrom('device_trace')
    .selectAll()
    .where('code', '=', works)
    .where('step', '=', 'firmware')
    .orderBy('id')
    .execute()
  expect(traces.map(({ from_place: from, to_place: to }) => [from, to])).toEqual([
    ['1.0.000', '1.2.000'],
    ['1.2.000', '1.3.000'],
  ])
  const audits = await server.db
    .selectFrom('audit_log')
    .select(['action', 'object_name'])
    .where('object_kind', '=', 'upgrade_device')
    .orderBy('id')
    .execute()
  const of = (code: string) => audits.filter(({ object_name: name }) => name === code).map(({ action }) => action)
  expect(of(works)).toEqual(['upgradeDevice.upgraded', 'upgradeDevice.upgraded'])
  expect(of(losesPower)[0]).toBe('upgradeDevice.tryAgain')
  expect(of(lies)).toEqual(['upgradeDevice.tryAgain', 'upgradeDevice.fail'])
  const failures = await server.db
    .selectFrom('device_trace')
    .select(['code', 'failure'])
    .where('step', '=', 'firmwareFailed')
    .execute()
  expect(new Map(failures.map(({ code, failure }) => [code, failure]))).toEqual(
    new Map([
      [lies, 'notSeen'],
      [silent, 'notAnswered'],
      [refuses, 'refused'],
    ]),
  )
  expect(failures).toHaveLength(3)
  const device = await server.db.selectFrom('device').select('firmware').where('code', '=', works).executeTakeFirstOrThrow()
  expect(device.firmware).toBe('1.3.000')
})

test('in pieces over MQTT; a failing wave stops the task, and its creator is told', async () => {
  const site = await createSite(server.db, 2, 10)
  const fleet = await startFleet(site, (code) => (Number(code.split('-').at(-1)) < 5 ? 'wrongBytes' : 'works'), 'mqtt')
  const model = { modelId: site.modelId, modelCode: await modelCodeOf(site.modelId) }
  const edition = await addEdition(server.db, files, key, { ...model, version: '2.0.000', bytes: 70_000 })
  const { northAdmin } = server.world.accounts
  const id = await addTask(server.db, owner(site), {
    ...ofSite(site),
    edition_id: edition.id,
    waves: JSON.stringify([50, 100]),
    retries: 0,
    failure_share: 5,
    created_by: northAdmin.id,
  })
  await vi.waitFor(async () => expect((await countersOf(server.db, id)).task.state).toBe('suspended'), {
    timeout: 60_000,
    interval: 300,
  })
  // Devices under way finish, and none beyond the first wave gets an offer.
  const wave = async (n: number) => [...(await statesOf(id)).values()].filter((row) => row.wave === n).map(({ state }) => state)
  await vi.waitFor(
    async () => expect((await wave(0)).every((state) => ['succeeded', 'failed', 'waiting'].includes(state))).toBe(true),
    {
      timeout: 60_000,
      interval: 300,
    },
  )
  const { task, counters, devices } = await countersOf(server.db, id)
  expect(task.stopped_by).toBe('failureShare')
  expect(counters).toEqual(devices)
  const rows = [...(await statesOf(id)).values()]
  expect(rows.filter(({ wave }) => wave === 0)).toHaveLength(10)
  expect(rows.filter(({ wave }) => wave === 1).every(({ state, attempts }) => state === 'waiting' && attempts === 0)).toBe(true)
  expect(rows.some(({ failure }) => failure === 'verify')).toBe(true)
  expect(new Set(fleet.installations().map(({ sha256 }) => sha256))).toEqual(new Set([edition.sha256]))
  const reported = await server.db.selectFrom('message').select('type').where('account_id', '=', northAdmin.id).execute()
  expect(reported.map(({ type }) => type)).toContain('upgradeStopped')
  const [halt] = await server.db.selectFrom('audit_log').selectAll().where('action', '=', 'upgradeTask.halt').execute()
  expect(halt?.object_id).toBe(String(id))
})

test('the address of a file: ranges, its end, its share of bytes, and nobody else', async () => {
  const site = await createSite(server.db, 2, 1)
  const [own, other] = site.gateways
  if (!own || !other) throw new Error('no gateways')
  await server.db.updateTable('gateway').set({ online: true }).where('id', '=', own.id).execute()
  const code = own.devices[0]?.code ?? ''
  const model = { modelId: site.modelId, modelCode: await modelCodeOf(site.modelId) }
  const edition = await addEdition(server.db, files, key, { ...model, version: '1.1.000', bytes: 1000 })
  const post = async (gateway: typeof own, channel: 'ask' | 'progress', body: object, secret = gateway.secret) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api/upgrade/v1/${channel}/${gateway.code}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, data: ((await answer.json()) as { data: Record<string, unknown> | null }).data }
  }
  expect((await post(own, 'ask', { device: code }, 'wrong')).status).toBe(401)
  expect((await post(own, 'ask', { device: code, firmware: '1.0.000' })).data).toBeNull()
  await vi.waitFor(async () => {
    const row = await server.db.selectFrom('device').select('firmware').where('code', '=', code).executeTakeFirst()
    expect(row?.firmware).toBe('1.0.000')
  }, 30_000)
  const list = { target_type: 'list' as const, target: JSON.stringify({ deviceIds: [own.devices[0]?.id] }) }
  const id = await addTask(server.db, owner(site), { ...list, edition_id: edition.id })
  const { data: offer } = await post(own, 'ask', { device: code, firmware: '1.0.000' })
  expect(offer).toMatchObject({ device: code, version: '1.1.000', size: 1000, sha256: edition.sha256, model: model.modelCode })
  // Another gateway gets none of it.
  expect((await post(other, 'ask', { device: code, firmware: '1.0.000' })).data).toBeNull()
  const url = `${server.url}${String(offer?.['url'])}`
  const { task } = offer as { task: string }
  await post(own, 'progress', { task, device: code, state: 'downloading', percent: 1 })
  const part = (range: string, more: Record<string, string> = {}) => fetch(url, { headers: { range, ...more } })
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
    200,
    '1000',
    `"${edition.sha256}"`,
  ])
  const first = await part('bytes=0-99')
  expect([first.status, first.headers.get('content-range')]).toEqual([206, 'bytes 0-99/1000'])
  expect(Buffer.from(await first.arrayBuffer())).toEqual(edition.content.subarray(0, 100))
  const end = await part('bytes=-50', { 'if-range': `"${edition.sha256}"` })
  expect(Buffer.from(await end.arrayBuffer())).toEqual(edition.content.subarray(950))
  expect((await part('bytes=1000-')).status).toBe(416)
  // A range of another file is ignored.
  const whole = await part('bytes=0-9', { 'if-range': '"another"' })
  expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 1000])
  expect((await fetch(url.replace(/.{4}$/, 'AAAA'))).status).toBe(404)
  expect((await fetch(`${server.url}/api/upgrade/v1/file/short`)).status).toBe(404)
  // Three times its size and no more.
  expect((await fetch(url)).status).toBe(200)
  expect((await fetch(url)).status).toBe(410)
  // Another gateway cannot report for it, and a malformed version is ignored.
  await post(other, 'progress', { task, device: code, state: 'failed', error: 'not mine' })
  await post(own, 'ask', { device: code, firmware: '<script>' })
  await post(own, 'progress', { task, device: code, state: 'downloading', percent: 40 })
  await vi.waitFor(
    async () => expect((await statesOf(id)).get(code)).toMatchObject({ state: 'downloading', percent: 40 }),
    30_000,
  )
  expect((await statesOf(id)).get(code)?.error).toBe('firmware: <script>')
  await post(own, 'progress', { task, device: code, state: 'verifying' })
  await vi.waitFor(async () => expect((await statesOf(id)).get(code)?.state).toBe('verifying'), 30_000)
  // Its attempt already has all its bytes.
  expect((await part('bytes=0-0')).status).toBe(410)
  await post(own, 'ask', { device: code, firmware: '1.1.000' })
  await vi.waitFor(async () => expect((await countersOf(server.db, id)).task.state).toBe('completed'), 30_000)
  const stored = await server.db.selectFrom('api_log').select('url').where('url', 'like', '%upgrade/v1/file%').execute()
  expect(stored).toEqual([])
})

test('a gateway itself, with heartbeats only: the version in them proves success, its claim does not', async () => {
  const site = await createSite(server.db, 1, 1)
  const [gateway] = site.gateways
  if (!gateway) throw new Error('no gateway')
  const model = { modelId: site.modelId, modelCode: await modelCodeOf(site.modelId) }
  const edition = await addEdition(server.db, files, key, { ...model, version: '1.1.000', bytes: 5_000, targetType: 'gateway' })
  const line = await connectAsync(server.mqttUrl ?? '', {
    clientId: gateway.code,
    username: gateway.code,
    password: gateway.secret,
  })
  onTestFinished(() => line.endAsync(true))
  const offers: { task: string; device: string | null; url: string; version: string }[] = []
  line.on('message', (_topic, payload) => void offers.push(JSON.parse(payload.toString())))
  await line.subscribeAsync(`ew/v1/${gateway.code}/upgrade/#`, { qos: 1 })
  const say = (channel: string, body: object) =>
    line.publishAsync(`ew/v1/${gateway.code}/${channel}`, JSON.stringify(body), { qos: 1 })
  const beat = (firmware: string) => say('heartbeat', { firmware, time: new Date().toISOString() })
  await beat('1.0.000')
  await vi.waitFor(async () => {
    const row = await server.db
      .selectFrom('gateway')
      .select(['firmware', 'online'])
      .where('id', '=', gateway.id)
      .executeTakeFirst()
    expect(row).toEqual({ firmware: '1.0.000', online: true })
  }, 30_000)
  const list = { target_type: 'list' as const, target: JSON.stringify({ gatewayIds: [gateway.id] }) }
  const id = await addTask(server.db, owner(site), { ...list, edition_id: edition.id })
  await vi.waitFor(() => expect(offers).toMatchObject([{ device: null, version: '1.1.000' }]), 30_000)
  const [{ task, url } = { task: '', url: '' }] = offers
  await say('upgrade/progress', { task, state: 'downloading', percent: 10 })
  const file = Buffer.from(await (await fetch(`${server.url}${url}`)).arrayBuffer())
  expect(file).toEqual(edition.content)
  for (const state of ['verifying', 'installing', 'succeeded']) await say('upgrade/progress', { task, state })
  const stateNow = async () => (await statesOf(id)).get(gateway.code)?.state
  await vi.waitFor(async () => expect((await statesOf(id)).get(gateway.code)?.claimed_at).not.toBeNull(), 30_000)
  expect(await stateNow()).toBe('installing')
  await beat('1.1.000')
  await vi.waitFor(async () => expect(await stateNow()).toBe('succeeded'), 30_000)
  await vi.waitFor(async () => expect((await countersOf(server.db, id)).task.state).toBe('completed'), 30_000)
  const traces = await server.db
    .selectFrom('device_trace')
    .select(['from_place', 'to_place'])
    .where('gateway_id', '=', gateway.id)
    .where('step', '=', 'firmware')
    .execute()
  expect(traces).toEqual([{ from_place: '1.0.000', to_place: '1.1.000' }])
})

// Last, because every test above has offered something.
test('the log of messages contains no address of a file, whoever sent it', async () => {
  const sent = await server.db.selectFrom('mqtt_log').select('payload').where('topic', 'like', '%/upgrade').execute()
  expect(sent.length).toBeGreaterThan(2)
  const site = await createSite(server.db, 1, 1)
  const [gateway] = site.gateways
  if (!gateway) throw new Error('no gateway')
  const line = await connectAsync(server.mqttUrl ?? '', { username: gateway.code, password: gateway.secret })
  const error = `GET ${server.url}/api/upgrade/v1/file/${'x'.repeat(43)} failed`
  await line.publishAsync(buildTopic(gateway.code, 'upgrade/progress'), JSON.stringify({ task: 'x', state: 'failed', error }), {
    qos: 1,
  })
  await line.endAsync()
  const ofDevice = server.db.selectFrom('mqtt_log').select('payload').where('payload', 'like', '% failed"%')
  await vi.waitFor(async () => expect(await ofDevice.execute()).toHaveLength(1), 30_000)
  for (const { payload } of [...sent, ...(await ofDevice.execute())])
    expect(payload).toMatch(/\/api\/upgrade\/v1\/file\/\*\*\*[" ]/)
})
