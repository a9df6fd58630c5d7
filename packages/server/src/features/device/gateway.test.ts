import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashGatewaySecret } from '../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../platform/context.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { transact } from '../../platform/transact.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../testing/context.ts'
import { activateGateway } from './activate-gateway.ts'
import { bindGateways } from './bind-gateways.ts'
import { createGateway, createGatewayPreset } from './create-gateway.ts'
import { deleteGateway, deleteGatewayPreset } from './delete-gateway.ts'
import { markDisconnected, markOnline, sweepSilent } from './device.batch.ts'
import { availabilityOfGateway, outagesOfGateway } from './gateway-links.reads.ts'
import { alarmsOfGateway, badInputOfGateway, devicesOfGateway, faultsOfGateway, messagesOfGateway } from './gateway-page.reads.ts'
import {
  gatewayConnection,
  gatewayDetail,
  gatewayLabels,
  pageGatewayPresets,
  pageGateways,
  selectGatewayModels,
  selectGateways,
} from './gateway.reads.ts'
import { gatewayImport, gatewayPresetImport } from './import-gateways.ts'
import { findGateway, registerGateway } from './register-gateway.ts'
import { rotateGatewaySecret } from './rotate-gateway-secret.ts'
import { setGatewayEnabled } from './set-gateway-enabled.ts'
import { unbindGateways } from './unbind-gateways.ts'
import { updateGateway } from './update-gateway.ts'

let world: TestWorld
let north: Ctx
let agent: Ctx
let south: Ctx
let modelId: number
let deviceModelId: number
let projectId: number
let agentProjectId: number

beforeAll(async () => {
  world = await testWorld()
  const { accounts, companies, db } = world
  north = await world.ctxOf(accounts.northAdmin)
  agent = await world.ctxOf(accounts.northAgentAdmin)
  south = await world.ctxOf(accounts.southAdmin)
  const series = await db
    .insertInto('device_series')
    .values({ code: 'GS1', name: 'Series', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const type = await db
    .insertInto('project_type')
    .values({ code: 'GT1', name_zh: '类型', name_en: 'Type' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const addProject = async ({ id, path }: WorldCompany, code: string): Promise<number> => {
    const owner = { company_id: id, path }
    const customer = await db
      .insertInto('customer')
      .values({ ...owner, name: `Customer ${code}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const terms = { maintenance_years: 1, inspection_cycle_days: 30, maintenance_cycle_days: 90 }
    const project = await db
      .insertInto('project')
      .values({
        ...owner,
        ...terms,
        customer_id: customer.id,
        type_id: type.id,
        code,
        name: `Project ${code}`,
        audit: 'approved',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return project.id
  }
  projectId = await addProject(companies.north, 'GP-1')
  agentProjectId = await addProject(companies.northAgent, 'GP-2')
  const ofDevices = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'GD1', name: 'Detector model' })
    .returning('id')
    .executeTakeFirstOrThrow()
  deviceModelId = ofDevices.id
  const added = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'GM1', name: 'Gateway model', is_gateway: true, heartbeat_s: 60, offline_after_s: 180 })
    .returning('id')
    .executeTakeFirstOrThrow()
  modelId = added.id
})
afterAll(() => world.stop())

type Input = InputOf<typeof endpoints.gateway.create>
let count = 0
const newCode = (): string => `T-GW-${String(++count).padStart(4, '0')}`
const create = async (input: Partial<Input> = {}, ctx = north) =>
  createGateway(ctx, { code: newCode(), name: 'Pump room', modelId, ...input })
const failure = (promise: Promise<unknown>): Promise<{ reason: string; field?: string | undefined; params?: unknown }> =>
  promise.then(
    () => ({ reason: 'ok' }),
    ({ reason, field, params }: DomainError) => ({ reason, field, params }),
  )
const stored = (id: number) => world.db.selectFrom('gateway').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = async (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'company_id', 'changes', 'actor_id'])
    .where('object_kind', '=', 'gateway')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
const lastAudit = async (id: number) => (await audits(id)).at(-1)
const steps = async (id: number) =>
  (await world.db.selectFrom('device_trace').select('step').where('gateway_id', '=', id).orderBy('id').execute()).map(
    ({ step }) => step,
  )

describe('registering', () => {
  test('answers a 256-bit secret once; only its hash is stored, and no log tells it', async () => {
    const { id, code, secret } = await create({ projectId })
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const row = await stored(id)
    expect(row.secret_hash.equals(hashGatewaySecret(secret))).toBe(true)
    expect(row).toMatchObject({ code, communication_code: code, project_id: projectId, path: world.companies.north.path })
    const audit = await lastAudit(id)
    expect(audit).toMatchObject({ action: 'gateway.create', actor_id: north.actor.accountId })
    expect(JSON.stringify(audit)).not.toContain(row.secret_hash.toString('hex'))
    expect(JSON.stringify(await gatewayDetail(north, { id }))).not.toContain(secret)
    expect(await steps(id)).toEqual(['registered'])
  })

  test('without a project it is stock of the company', async () => {
    const { id } = await createGatewayPreset(north, { code: newCode(), modelId, batch: 'B-7' })
    expect(await stored(id)).toMatchObject({ project_id: null, customer_id: null, batch: 'B-7', bound_at: null })
    const { list } = await pageGatewayPresets(north, { batch: 'B-7' })
    expect(list).toMatchObject([{ id, used: false, modelName: 'Gateway model' }])
    expect((await pageGatewayPresets(south, { batch: 'B-7' })).list).toEqual([])
    expect(await steps(id)).toEqual(['inStock'])
  })

  test('a code that is taken says where only to those who may see it, ignoring case', async () => {
    const { code } = await create({ projectId, name: 'Lobby' })
    const seen = await failure(create({ code: code.toLowerCase() }))
    expect(seen).toMatchObject({ reason: 'codeInUse', field: 'code' })
    expect(JSON.stringify(seen.params)).toContain('Lobby')
    const unseen = await failure(create({ code: code.toLowerCase() }, south))
    expect(unseen).toEqual({ reason: 'duplicate', field: 'code', params: { value: code.toLowerCase() } })
  })

  test('refuses a model of devices, a project of others, and one that is not approved', async () => {
    expect(await failure(create({ modelId: deviceModelId }))).toMatchObject({ reason: 'notHere', field: 'modelId' })
    expect(await failure(create({ projectId }, south))).toMatchObject({ reason: 'notFound', field: 'projectId' })
    expect(await failure(create({ companyId: world.companies.south.id }))).toMatchObject({ reason: 'notFound' })
    await world.db.updateTable('project').set({ audit: 'pending' }).where('id', '=', projectId).execute()
    expect(await failure(create({ projectId }))).toMatchObject({ reason: 'projectNotApproved', field: 'projectId' })
    await world.db.updateTable('project').set({ audit: 'approved' }).where('id', '=', projectId).execute()
  })

  test('on site: a new one at its project; one from stock with a new secret; none that is somewhere already', async () => {
    const code = newCode()
    expect(await findGateway(north, { code })).toMatchObject({ id: null })
    const { id } = await registerGateway(north, { code, modelId, projectId })
    expect(await stored(id)).toMatchObject({ name: code, project_id: projectId })
    expect(await failure(registerGateway(north, { code, modelId, projectId }))).toMatchObject({ reason: 'codeInUse' })

    const preset = await createGatewayPreset(north, { code: newCode(), modelId })
    expect(await findGateway(north, { code: preset.code.toLowerCase() })).toMatchObject({ id: preset.id, projectId: null })
    expect(await findGateway(south, { code: preset.code })).toMatchObject({ id: null, name: null })
    const given = await registerGateway(north, { code: preset.code, modelId, projectId, name: 'Attic' })
    expect(given.secret).not.toBe(preset.secret)
    const row = await stored(preset.id)
    expect(row).toMatchObject({ name: 'Attic', project_id: projectId })
    expect(row.secret_hash.equals(hashGatewaySecret(given.secret))).toBe(true)
    expect((await audits(preset.id)).map(({ action }) => action)).toEqual(['gateway.create', 'gateway.register', 'gateway.bind'])
  })

  test('a disabled one from stock is not let in through the back door', async () => {
    const preset = await createGatewayPreset(north, { code: newCode(), modelId })
    await setGatewayEnabled(north, { id: preset.id, enabled: false, reason: 'stolen' })
    expect(await failure(registerGateway(north, { code: preset.code, modelId, projectId }))).toMatchObject({
      reason: 'precondition',
    })
  })
})

describe('a registered one', () => {
  test('is edited by its version', async () => {
    const { id, code } = await create()
    const edited = { id, name: 'Roof', modelId, iccid: '89860000000000000001', simExpires: '2027-01-31' }
    await updateGateway(north, { ...edited, version: 1 })
    expect(await stored(id)).toMatchObject({ name: 'Roof', sim_expires: '2027-01-31', communication_code: code, version: 2 })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.update', changes: { name: ['Pump room', 'Roof'] } })
    expect(await failure(updateGateway(north, { ...edited, version: 1 }))).toMatchObject({ reason: 'staleVersion' })
    expect(await failure(updateGateway(south, { ...edited, version: 2 }))).toMatchObject({ reason: 'notFound' })
  })

  test('gets a new secret; the old one is void', async () => {
    const { id, secret } = await create()
    const given = await rotateGatewaySecret(north, { id })
    expect(given.secret).not.toBe(secret)
    expect((await stored(id)).secret_hash.equals(hashGatewaySecret(given.secret))).toBe(true)
    const audit = await lastAudit(id)
    expect(audit?.action).toBe('gateway.rotateSecret')
    expect(audit?.changes).not.toHaveProperty('secret_hash')
    expect(await failure(rotateGatewaySecret(south, { id }))).toMatchObject({ reason: 'notFound' })
  })

  test('is disabled with a reason, which is shown until it is enabled', async () => {
    const { id } = await create()
    expect(await failure(setGatewayEnabled(north, { id, enabled: false }))).toMatchObject({
      reason: 'reasonRequired',
      field: 'reason',
    })
    await setGatewayEnabled(north, { id, enabled: false, reason: 'sends rubbish' })
    expect(await gatewayDetail(north, { id })).toMatchObject({ status: 'disabled', disabledReason: 'sends rubbish' })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.forbidden', changes: { enabled: [true, false] } })
    await setGatewayEnabled(north, { id, enabled: true })
    expect(await gatewayDetail(north, { id })).toMatchObject({ status: 'notActivated', disabledReason: null })
  })

  test('is activated by hand, once', async () => {
    const { id } = await create()
    await activateGateway(north, { id })
    expect(await gatewayDetail(north, { id })).toMatchObject({ status: 'offline', activatedAt: expect.any(String) })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.activate' })
    expect(await failure(activateGateway(north, { id }))).toMatchObject({ reason: 'precondition' })
    expect((await outagesOfGateway(north, { gatewayId: id })).list).toMatchObject([{ until: null }])
  })

  test('is deleted only when it never signed in and nothing is behind it', async () => {
    const { id, code } = await create()
    expect(await failure(deleteGateway(south, { id }))).toMatchObject({ reason: 'notFound' })
    await deleteGateway(north, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.del' })
    expect(await failure(gatewayDetail(north, { id }))).toMatchObject({ reason: 'notFound' })
    // Its code is free again.
    await create({ code })
    const active = await create()
    await activateGateway(north, { id: active.id })
    expect(await failure(deleteGateway(north, { id: active.id }))).toMatchObject({ reason: 'precondition' })
    const busy = await create({ projectId })
    const { id: company_id, path } = world.companies.north
    await world.db
      .insertInto('device')
      .values({ company_id, path, gateway_id: busy.id, model_id: deviceModelId, code: `${busy.code}-D`, name: 'Behind' })
      .execute()
    expect(await failure(deleteGateway(north, { id: busy.id }))).toMatchObject({ reason: 'inUse' })
    const bound = await create({ projectId })
    expect(await failure(deleteGatewayPreset(north, { id: bound.id }))).toMatchObject({ reason: 'precondition' })
  })
})

describe('binding', () => {
  test('takes gateways from stock into a project of a company below, with the devices behind them', async () => {
    const { companies, db } = world
    const preset = await createGatewayPreset(north, { code: newCode(), modelId })
    const device = await db
      .insertInto('device')
      .values({
        company_id: companies.north.id,
        path: companies.north.path,
        gateway_id: preset.id,
        model_id: deviceModelId,
        code: `${preset.code}-D1`,
        communication_code: '01',
        name: 'Detector',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bindGateways(north, { ids: [preset.id], projectId: agentProjectId })
    expect(await gatewayDetail(agent, { id: preset.id })).toMatchObject({ projectId: agentProjectId, devices: 1 })
    const moved = await db.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow()
    expect(moved).toMatchObject({ project_id: agentProjectId, gateway_id: preset.id, path: companies.northAgent.path })
    const bound = (await audits(preset.id)).filter(({ action }) => action === 'gateway.bind')
    expect(bound.map(({ company_id }) => company_id).sort()).toEqual([companies.north.id, companies.northAgent.id].sort())
    expect(await steps(preset.id)).toEqual(['inStock', 'bound'])
    expect(await failure(bindGateways(north, { ids: [preset.id], projectId }))).toMatchObject({
      reason: 'precondition',
      field: 'ids',
    })
    // With devices behind it, it stays.
    expect(await failure(unbindGateways(north, { ids: [preset.id] }))).toMatchObject({ reason: 'inUse' })
  })

  test('all or none', async () => {
    const one = await createGatewayPreset(north, { code: newCode(), modelId })
    const two = await create({ projectId })
    expect(await failure(bindGateways(north, { ids: [one.id, two.id], projectId }))).toMatchObject({ reason: 'precondition' })
    expect((await stored(one.id)).project_id).toBeNull()
    expect(await failure(bindGateways(south, { ids: [one.id], projectId }))).toMatchObject({ reason: 'notFound' })
  })

  test('unbound, what is open stays with the project, and its next fire is a new one', async () => {
    const { db } = world
    const { id } = await create({ projectId })
    const type = await db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
    const faultType = await db.selectFrom('fault_type').select('id').limit(1).executeTakeFirstOrThrow()
    const at = new Date()
    const alarmAt = async (point: string) => {
      const alarm = await db
        .insertInto('alarm')
        .values({
          company_id: world.companies.north.id,
          path: world.companies.north.path,
          project_id: projectId,
          gateway_id: id,
          type_id: type.id,
          level: 'fire',
          source_format: 'EW',
          source_code: 'smoke',
          first_at: at,
          last_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('alarm_open').values({ point, type_id: type.id, alarm_id: alarm.id, first_at: at }).execute()
      return alarm.id
    }
    const own = await alarmAt(`g${id}`)
    const unregistered = await alarmAt(`g${id}/a@b`)
    await db
      .insertInto('fault')
      .values({
        company_id: world.companies.north.id,
        path: world.companies.north.path,
        project_id: projectId,
        gateway_id: id,
        point: `g${id}`,
        type_id: faultType.id,
        source_format: 'EW',
        source_code: 'offline',
        first_at: at,
        last_at: at,
      })
      .execute()
    expect(await gatewayDetail(north, { id })).toMatchObject({ openAlarms: 2, openFaults: 1 })
    const open = { gatewayId: id }
    expect((await alarmsOfGateway(north, open)).list.map((row) => row.id).sort()).toEqual([own, unregistered].sort())
    expect((await faultsOfGateway(north, open)).list).toMatchObject([{ state: 'pending' }])
    expect((await alarmsOfGateway(south, open)).list).toEqual([])

    await unbindGateways(north, { ids: [id] })
    expect(await stored(id)).toMatchObject({ project_id: null, customer_id: null, bound_at: null })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.unbind' })
    const points = await db.selectFrom('alarm_open').select('point').where('alarm_id', 'in', [own, unregistered]).execute()
    expect(points.map(({ point }) => point).sort()).toEqual([`g${id}/a@b@${unregistered}`, `g${id}@${own}`].sort())
    const fault = await db.selectFrom('fault').select(['point', 'state']).where('gateway_id', '=', id).executeTakeFirstOrThrow()
    expect(fault.state).toBe('pending')
    expect(fault.point).toMatch(new RegExp(`^g${id}@`))
    // A second time nothing is detached twice.
    await bindGateways(north, { ids: [id], projectId })
    await unbindGateways(north, { ids: [id] })
    expect(await db.selectFrom('alarm_open').select('point').where('alarm_id', '=', own).executeTakeFirst()).toEqual({
      point: `g${id}@${own}`,
    })
    expect(await failure(unbindGateways(north, { ids: [id] }))).toMatchObject({ reason: 'precondition' })
    expect((await pageGatewayPresets(north, { keyword: (await stored(id)).code })).list).toMatchObject([{ used: true }])
  })
})

describe('lists', () => {
  test('every filter narrows, and only to what the caller may see', async () => {
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

  test('devices behind it are counted, and those that are not well', async () => {
    const { db, companies } = world
    const { id } = await create({ projectId })
    const base = {
      company_id: companies.north.id,
      path: companies.north.path,
      gateway_id: id,
      model_id: deviceModelId,
      name: 'D',
    }
    const [well, , weak] = await db
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
    const { list } = await devicesOfGateway(north, { gatewayId: id })
    expect(list.map(({ code, status }) => `${code} ${status}`)).toEqual(['CNT-1 alarm', 'CNT-2 offline', 'CNT-3 lowPower'])
    expect(weak).toBeDefined()
    expect((await devicesOfGateway(south, { gatewayId: id })).list).toEqual([])
  })

  test('it says whether it is on test, alone or with its project', async () => {
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
    expect(await selectGatewayModels(north)).toContainEqual({ value: modelId, label: 'Gateway model', code: 'GM1' })
    expect(await gatewayLabels(north, { ids: [id] })).toMatchObject([{ code, modelCode: 'GM1' }])
    expect(await gatewayLabels(south, { ids: [id] })).toEqual([])
    expect(await gatewayConnection(north)).toEqual({ host: null, port: 0, tlsPort: null })
    const external = { ...north, config: { ...north.config, mqttUrl: 'mqtts://broker.example.com' } }
    expect(await gatewayConnection(external)).toEqual({ host: 'broker.example.com', port: null, tlsPort: 8883 })
  })

  test('what it sent that could not be read, and its messages decoded', async () => {
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
      // Silent for longer than its model allows (180 s): since it was last heard.
      const heard = new Date(Date.now() - 100_000)
      await world.db
        .updateTable('gateway')
        .set({ last_seen_at: heard, heard_ms: 0, silence_due_ms: 0 })
        .where('id', '=', id)
        .execute()
      const swept = await sweepSilent(client, 'gateway', 1_000_000_000_000)
      expect(swept.find((row) => row.id === id)).toMatchObject({ online: false })
      const rows = await links(id)
      expect(rows.map(({ online, cause }) => `${online} ${cause}`)).toEqual([
        'true heard',
        'false left',
        'true heard',
        'false silent',
      ])
      expect(rows[0]?.at).toBe(seen.toISOString())
      expect(rows[3]?.at).toBe(heard.toISOString())
      // Of time in which the system heard nobody, no more is counted than the model allows.
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
    // Known for four days: then offline for twelve hours, and for six until an hour ago... and online since.
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
    // An outage that began before the window counts within it.
    await world.db.deleteFrom('gateway_link').where('gateway_id', '=', id).execute()
    await add(false, hours(24 * 40))
    expect(await availabilityOfGateway(north, { gatewayId: id })).toMatchObject({ day: 0, week: 0, month: 0 })
  })
})

test('every write tells open lists', async () => {
  const { id } = await create({ projectId })
  await rotateGatewaySecret(north, { id })
  const { rows: events } = await sql<{ change: string }>`
    select change from live_event where kind = 'gateway' and object_id = ${String(id)} order by id`.execute(world.db)
  expect(events.map(({ change }) => change)).toEqual(['created', 'secret'])
})
