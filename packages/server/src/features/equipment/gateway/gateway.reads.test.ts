import type { endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { transact } from '../../../platform/transact.ts'
import { createGateway } from './gateway.verbs.ts'
import { markDisconnected, markOnline, sweepSilent } from './presence.batch.ts'
import { availabilityOfGateway, outagesOfGateway } from './gateway-links.reads.ts'
import { badInputOfGateway, devicesOfGateway, messagesOfGateway } from './gateway-page.reads.ts'
import {
  exportPresets,
  gatewayConnection,
  gatewayDetail,
  gatewayLabels,
  gatewayPresetExport,
  pageGateways,
  selectGatewayModels,
  selectGateways,
} from './gateway.reads.ts'
import { deleteOldLinks } from './gateway.store.ts'
import { gatewayWorld, type GatewayWorld } from './gateway.testing.ts'
import { addAlarm } from '../../alarms/alarm/alarm.fixture.ts'
import { gatewayImport, gatewayPresetImport } from './import-gateways.ts'

let world: GatewayWorld['world']
let north: Ctx
let south: Ctx
let modelId: number
let deviceModelId: number
let projectId: number

beforeAll(async () => {
  ;({ world, north, south, modelId, deviceModelId, projectId } = await gatewayWorld())
})
afterAll(() => world.stop())

type Input = InputOf<typeof endpoints.gateway.create>
let count = 0
const newCode = (): string => `T-GW-${String(++count).padStart(4, '0')}`
const create = async (input: Partial<Input> = {}, ctx = north) =>
  createGateway(ctx, { code: newCode(), name: 'Pump room', modelId, ...input })

describe('lists', () => {
  test('every filter works, within what the caller may see', async () => {
    const now = Date.now()
    const mark = 'Filtered'
    const add = async (columns: object) => {
      const { id } = await create({ name: `${mark} ${count}`, projectId })
      if (Object.keys(columns).length > 0) await world.db.updateTable('gateway').set(columns).where('id', '=', id).execute()
      return id
    }
    const seen = new Date(now - 30_000)
    const online = await add({ online: true, activated_at: seen, last_seen_at: seen, firmware: '9.9.001' })
    const late = await add({ online: true, activated_at: seen, last_seen_at: new Date(now - 120_000) })
    const offline = await add({ activated_at: seen, last_seen_at: new Date(now - 900_000) })
    const fresh = await add({})
    const stock = (await create({ name: `${mark} stock` })).id
    const found = async (input: object, ctx = north) =>
      (await pageGateways(ctx, { keyword: mark, pageSize: 80, ...input })).list.map(({ id }) => id).sort((a, b) => a - b)
    expect(await found({})).toEqual([online, late, offline, fresh, stock])
    expect(await found({ online: true })).toEqual([online, late])
    expect(await found({ online: false, activated: true })).toEqual([offline])
    expect(await found({ activated: false })).toEqual([fresh, stock])
    expect(await found({ heartbeatOverdue: true })).toEqual([late, offline])
    expect(await found({ heartbeatOverdue: false })).toEqual([online, fresh, stock])
    expect(await found({ bound: false })).toEqual([stock])
    expect(await found({ projectId })).toEqual([online, late, offline, fresh])
    expect(await found({ firmware: '9.9.001' })).toEqual([online])
    expect(await found({ modelId: deviceModelId })).toEqual([])
    expect(await found({ companyId: world.companies.northAgent.id })).toEqual([])
    expect(await found({}, south)).toEqual([])
    const { list } = await pageGateways(north, { keyword: mark, online: true, sort: 'lastSeenAt', order: 'asc' })
    expect(list.map(({ id, status, heartbeatS }) => ({ id, status, heartbeatS }))).toEqual([
      { id: late, status: 'online', heartbeatS: 60 },
      { id: online, status: 'online', heartbeatS: 60 },
    ])
  })
  test('the export of the stock contains what the caller may see of it, and is audited', async () => {
    const batch = 'Exported stock'
    const stock = await create({ batch })
    await create({ batch, projectId })
    const rowsOf = async (ctx: Ctx) => (await gatewayPresetExport.page(ctx, { batch, pageSize: 80, pageNum: 1 })).list
    expect((await rowsOf(north)).map(({ id }) => id)).toEqual([stock.id])
    expect(await rowsOf(south)).toEqual([])
    const { exportId } = await exportPresets(north, { format: 'csv', batch })
    const audit = await world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(audit).toMatchObject({ action: 'gatewayPreset.export', object_kind: 'export', object_id: String(exportId) })
  })

  test('devices behind it are counted, and so are those with a problem', async () => {
    const { db, companies } = world
    const { id } = await create({ projectId })
    const base = {
      company_id: companies.north.id,
      path: companies.north.path,
      gateway_id: id,
      model_id: deviceModelId,
      name: 'D',
    }
    const [well, silent, weak] = await db
      .insertInto('device')
      .values([
        { ...base, code: 'CNT-1', online: true },
        { ...base, code: 'CNT-2', online: false },
        { ...base, code: 'CNT-3', online: true, low_power: true },
      ])
      .returning('id')
      .execute()
    expect(await gatewayDetail(north, { id })).toMatchObject({ devices: 3, abnormalDevices: 2 })
    const type = await db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('alarm_open')
      .values({ point: `d${well?.id}`, type_id: type.id, alarm_id: 9_000_000 + id, first_at: new Date() })
      .execute()
    expect(await gatewayDetail(north, { id })).toMatchObject({ abnormalDevices: 3 })
    const site = { owner: companies.north, customer: 0, project: 0, gateway: id, device: well?.id ?? 0, order: 0 }
    await addAlarm(db, site, { project_id: null, customer_id: null })
    const owned = { company_id: base.company_id, path: base.path }
    const raised = {
      ...owned,
      gateway_id: id,
      type_id: type.id,
      source_format: 'EW',
      first_at: new Date(),
      last_at: new Date(),
    } as const
    // Going offline raises the first, which would hide that the device is offline; the second is of an earlier place.
    const offline = { ...raised, device_id: silent?.id ?? 0, point: `d${silent?.id}`, source_code: 'offline' }
    const former = { ...raised, device_id: weak?.id ?? 0, point: `d${weak?.id}`, source_code: 'sensor', project_id: projectId }
    await db.insertInto('fault').values([offline, former]).execute()
    const { list } = await devicesOfGateway(north, { gatewayId: id })
    expect(list.map(({ code, status }) => `${code} ${status}`)).toEqual(['CNT-1 alarm', 'CNT-2 offline', 'CNT-3 lowPower'])
    expect((await devicesOfGateway(south, { gatewayId: id })).list).toEqual([])
  })

  test('it shows whether it is on test, alone or with its project', async () => {
    const { db, companies } = world
    const { id } = await create({ projectId })
    const { id: company_id, path } = companies.north
    expect(await gatewayDetail(north, { id })).toMatchObject({ onTest: false })
    const now = world.clock.now().getTime()
    const row = {
      company_id,
      path,
      project_id: projectId,
      whole: false,
      gateway_ids: [id],
      reason: 'test',
      requested_by: 'desk',
      identity_check: 'onSite' as const,
      from_at: new Date(now - 60_000),
      to_at: new Date(now + 60_000),
    }
    const { id: testId } = await db.insertInto('project_test').values(row).returning('id').executeTakeFirstOrThrow()
    expect(await gatewayDetail(north, { id })).toMatchObject({ onTest: true })
    await db.deleteFrom('project_test').where('id', '=', testId).execute()
  })

  test('drop-downs, labels, and where to connect', async () => {
    const { id, code } = await create({ projectId, name: 'Named' })
    expect(await selectGateways(north, { keyword: code })).toEqual([{ value: id, label: `${code} Named` }])
    expect(await selectGateways(south, { keyword: code })).toEqual([])
    expect(await selectGatewayModels(north)).toContainEqual({
      value: modelId,
      label: 'Gateway model',
      code: 'GM1',
      protocol: 'mqtt',
    })
    expect(await gatewayLabels(north, { ids: [id] })).toMatchObject([{ code, modelCode: 'GM1' }])
    expect(await gatewayLabels(south, { ids: [id] })).toEqual([])
    const linkPorts = { gb26875: null, siaDc09: null }
    expect(await gatewayConnection(north)).toEqual({ host: null, port: 0, tlsPort: null, linkPorts })
    const external = {
      ...north,
      config: { ...north.config, mqttUrl: 'mqtts://broker.example.com', linkPorts: { gb26875: 5200 } },
    }
    expect(await gatewayConnection(external)).toEqual({
      host: 'broker.example.com',
      port: null,
      tlsPort: 8883,
      linkPorts: { ...linkPorts, gb26875: 5200 },
    })
  })

  test('its unreadable input, and its messages decoded', async () => {
    const { db, companies } = world
    const { id, code } = await create({ projectId })
    const place = { company_id: companies.north.id, path: companies.north.path, gateway_id: id }
    const at = new Date()
    await db
      .insertInto('unknown_report')
      .values({
        ...place,
        kind: 'unreadable',
        key: 'notJson',
        gateway_code: code,
        may_be_alarm: true,
        count: 4,
        first_at: at,
        last_at: at,
        last_report: 'x',
      })
      .execute()
    await db.updateTable('gateway').set({ malformed_count: 4 }).where('id', '=', id).execute()
    expect(await badInputOfGateway(north, { gatewayId: id })).toMatchObject({
      malformedCount: 4,
      list: [{ kind: 'unreadable', key: 'notJson', count: 4, mayBeAlarm: true }],
    })
    await db
      .insertInto('mqtt_log')
      .values({
        path: companies.north.path,
        gateway_id: id,
        client: code,
        topic: `ew/v1/${code}/report`,
        direction: 'up',
        payload: JSON.stringify({ seq: 1, reports: [{ code: '1110', format: 'CID' }] }),
        result: 'malformed',
        reason: 'foreignDevice',
      })
      .execute()
    const { list } = await messagesOfGateway(north, { gatewayId: id, result: 'malformed', keyword: '1110' })
    expect(list).toMatchObject([{ gatewayCode: code, decoded: { reports: [{ code: '1110', type: 'alarm' }] } }])
    expect((await messagesOfGateway(north, { gatewayId: id, result: 'taken' })).list).toEqual([])
    expect((await messagesOfGateway(south, { gatewayId: id })).list).toEqual([])
  })
})

describe('imports', () => {
  test('give each gateway a secret that the importer gets in a file', async () => {
    const seed = Buffer.alloc(32, 7)
    const code = newCode()
    const secret = gatewayPresetImport.password?.of(north, code, seed) ?? ''
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(gatewayPresetImport.password?.of(north, code, Buffer.alloc(32, 8))).not.toBe(secret)
    const prepared = await gatewayPresetImport.prepare?.(north, { code, modelId }, secret)
    await transact(north, async (write) => {
      await gatewayPresetImport.create(north, write, { code, modelId }, { prepared, before: 0 })
    })
    const row = await world.db.selectFrom('gateway').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    expect(row.secret_hash.equals(hashGatewaySecret(secret))).toBe(true)
    const trace = await world.db.selectFrom('device_trace').select(['step', 'source']).where('gateway_id', '=', row.id).execute()
    expect(trace).toEqual([{ step: 'inStock', source: 'import' }])
  })

  test('find models and projects by name or code, within the caller’s scope', async () => {
    const { modelId: model, projectId: project } = gatewayImport.lookups
    expect(await model?.find(north, 'GM1', {})).toEqual([modelId])
    expect(await model?.find(north, 'Gateway model', {})).toEqual([modelId])
    const { code } = await world.db.selectFrom('project').select('code').where('id', '=', projectId).executeTakeFirstOrThrow()
    expect(await project?.find(north, code, {})).toEqual([projectId])
    expect(await project?.find(south, code, {})).toEqual([])
  })
})

describe('the link history', () => {
  const links = (id: number) =>
    world.db.selectFrom('gateway_link').selectAll().where('gateway_id', '=', id).orderBy('id').execute()

  test('is written with each change of the online state, by the same statement', async () => {
    const { id } = await create({ projectId })
    const database = openDatabase(world.connection)
    const client = await database.pool.connect()
    try {
      const seen = new Date(Date.now() - 60_000)
      await world.db.updateTable('gateway').set({ last_seen_at: seen }).where('id', '=', id).execute()
      expect(await markOnline(client, 'gateway', [id])).toMatchObject([{ id, gateway_id: null }])
      expect(await markOnline(client, 'gateway', [id])).toEqual([])
      const left = new Date()
      expect(await markDisconnected(client, [[id, left]], new Date(Date.now() + 60_000))).toMatchObject([{ id }])
      expect(await markDisconnected(client, [[id, left]], new Date(Date.now() + 60_000))).toEqual([])
      await markOnline(client, 'gateway', [id])
      // Silent for longer than its model allows (180 s) since it was last heard.
      const heard = new Date(Date.now() - 100_000)
      await world.db
        .updateTable('gateway')
        .set({ last_seen_at: heard, heard_ms: 0, silence_due_ms: 0 })
        .where('id', '=', id)
        .execute()
      const swept = await sweepSilent(client, 'gateway', 1_000_000_000_000)
      expect(swept.find((row) => row.id === id)).toMatchObject({ found: 'silent' })
      const rows = await links(id)
      expect(rows.map(({ online, cause }) => `${online} ${cause}`)).toEqual([
        'true heard',
        'false left',
        'true heard',
        'false silent',
      ])
      expect(rows[0]?.at).toBe(seen.toISOString())
      expect(rows[3]?.at).toBe(heard.toISOString())
      // Of the time in which the system could not receive, only as much counts as the model allows.
      await markOnline(client, 'gateway', [id])
      const long = new Date(Date.now() - 7_200_000)
      await world.db.updateTable('gateway').set({ last_seen_at: long, silence_due_ms: 0 }).where('id', '=', id).execute()
      await sweepSilent(client, 'gateway', 1_000_000_000_000)
      const last = (await links(id)).at(-1)
      expect(Date.parse(last?.noticed_at ?? '') - Date.parse(last?.at ?? '')).toBe(180_000)
    } finally {
      client.release()
      await database.close()
    }
  })

  test('gives the availability of 24 hours, 7 and 30 days, and the outages', async () => {
    const { id } = await create({ projectId })
    const now = world.clock.now().getTime()
    const hours = (n: number) => new Date(now - n * 3_600_000)
    const add = (online: boolean, at: Date) =>
      world.db
        .insertInto('gateway_link')
        .values({ gateway_id: id, online, at, noticed_at: at, cause: online ? 'heard' : 'silent' })
        .execute()
    const empty = await availabilityOfGateway(north, { gatewayId: id })
    expect(empty).toMatchObject({ day: null, week: null, month: null, since: null })
    expect(empty.days).toHaveLength(30)
    expect(empty.days.every(({ percent }) => percent === null)).toBe(true)
    // Known for four days: offline for twelve hours, then for six until an hour ago, online otherwise.
    await add(true, hours(96))
    await add(false, hours(60))
    await add(true, hours(48))
    await add(false, hours(7))
    await add(true, hours(1))
    const found = await availabilityOfGateway(north, { gatewayId: id })
    expect(found).toMatchObject({ day: 75, week: 81.25, month: 81.25, since: hours(96).toISOString() })
    expect(found.days).toHaveLength(30)
    expect(found.days.reduce((sum, { outages }) => sum + outages, 0)).toBe(2)
    expect((await outagesOfGateway(north, { gatewayId: id })).list).toMatchObject([
      { at: hours(7).toISOString(), until: hours(1).toISOString(), cause: 'silent' },
      { at: hours(60).toISOString(), until: hours(48).toISOString() },
    ])
    expect((await outagesOfGateway(south, { gatewayId: id })).list).toEqual([])
    // Only the other company, and those above it, know of the time in which it had the gateway.
    const trace = { code: 'T', gateway_id: id, source: 'web' as const }
    const { south: other, north: mine } = world.companies
    const step = (company: typeof mine, at: Date, name: 'inStock' | 'bound') =>
      world.db
        .insertInto('device_trace')
        .values({ ...trace, at, company_id: company.id, path: company.path, step: name })
        .execute()
    await world.db
      .updateTable('gateway')
      .set({ bound_at: hours(50) })
      .where('id', '=', id)
      .execute()
    await step(other, hours(90), 'inStock')
    await step(other, hours(54), 'inStock')
    await step(mine, hours(50), 'bound')
    const held = await availabilityOfGateway(north, { gatewayId: id })
    // Of the 54 hours since then, offline twice for six and online otherwise.
    expect(held).toMatchObject({ day: 75, month: Math.floor((42 / 54) * 10_000) / 100, since: hours(48).toISOString() })
    expect((await outagesOfGateway(north, { gatewayId: id })).list).toMatchObject([{ at: hours(7).toISOString() }])
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    expect((await outagesOfGateway(siter, { gatewayId: id })).list).toHaveLength(2)
    // Of an outage that began before the window, only the part within it counts.
    await world.db.deleteFrom('gateway_link').where('gateway_id', '=', id).execute()
    await add(false, hours(24 * 40))
    expect(await availabilityOfGateway(north, { gatewayId: id })).toMatchObject({ day: 0, week: 0, month: 0 })
  })

  test('is kept as long as the MQTT log; the last change before that stays', async () => {
    const { id } = await create({ projectId })
    const now = world.clock.now()
    const days = (n: number) => new Date(now.getTime() - n * 86_400_000)
    for (const [at, online] of [
      [days(900), true],
      [days(800), false],
      [days(10), true],
    ] as const)
      await world.db
        .insertInto('gateway_link')
        .values({ gateway_id: id, online, at, noticed_at: at, cause: online ? 'heard' : 'silent' })
        .execute()
    const { config } = world.systemCtx
    await deleteOldLinks({ ...world.systemCtx, config: { ...config, settings: { ...config.settings, mqttLogMonths: 36 } } })
    expect(await links(id)).toHaveLength(3)
    await deleteOldLinks(world.systemCtx)
    expect((await links(id)).map(({ at }) => at)).toEqual([days(800).toISOString(), days(10).toISOString()])
    // A clock that was ahead wrote a time in the future, and has since been set back.
    const { id: other } = await create({ projectId })
    for (const [online, at] of [
      [true, days(500)],
      [false, days(900)],
    ] as const)
      await world.db
        .insertInto('gateway_link')
        .values({ gateway_id: other, online, at, noticed_at: at, cause: online ? 'heard' : 'silent' })
        .execute()
    await deleteOldLinks(world.systemCtx)
    expect((await links(other)).map(({ at }) => at)).toContain(days(900).toISOString())
  })
})
