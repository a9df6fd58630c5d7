import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { deviceStory } from '../product-trace/device-story.ts'
import {
  activateGateway,
  createGateway,
  createGatewayPreset,
  removeGateway,
  removeGatewayPreset,
  rotateGatewaySecret,
  setGatewayEnabled,
  updateGateway,
} from './gateway.verbs.ts'
import { bindGateways, findGateway, registerGateway, unbindGateways } from './gateway-binding.verbs.ts'
import { outagesOfGateway } from './gateway-links.reads.ts'
import { alarmsOfGateway, faultsOfGateway } from './gateway-page.reads.ts'
import { gatewayDetail, pageGatewayPresets } from './gateway.reads.ts'
import { gatewayWorld, type GatewayWorld } from './gateway.testing.ts'

let world: GatewayWorld['world']
let north: Ctx
let agent: Ctx
let south: Ctx
let modelId: number
let deviceModelId: number
let projectId: number
let agentProjectId: number

beforeAll(async () => {
  ;({ world, north, agent, south, modelId, deviceModelId, projectId, agentProjectId } = await gatewayWorld())
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

const updatedBy = async (ctx: Ctx, input: Omit<InputOf<typeof endpoints.gateway.update>, 'version'>) => {
  await updateGateway(ctx, { ...input, version: (await stored(input.id)).version })
  return stored(input.id)
}

const byValue = (a: number, b: number): number => a - b

describe('registering', () => {
  test('returns a 256-bit secret once; only its hash is stored, and no log contains it', async () => {
    const { id, code, secret } = await create({ projectId })
    expect(Buffer.from(secret ?? '', 'base64url')).toHaveLength(32)
    const row = await stored(id)
    expect(row.secret_hash.equals(hashGatewaySecret(secret ?? ''))).toBe(true)
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

  test('stock keeps factory data, as for devices; one that failed its check cannot join a project', async () => {
    const origin = { batch: 'B-8', qcResult: 'failed' as const, qcInspector: 'QC 3', box: `BOX ${newCode()}`, pallet: 'PAL-3' }
    const dates = { producedOn: '2026-01-05', warehousedOn: '2026-01-06', shippedOn: '2026-01-09' }
    const { id, code } = await createGatewayPreset(north, { code: newCode(), modelId, ...origin, ...dates })
    expect((await pageGatewayPresets(north, { box: origin.box })).list).toMatchObject([{ id, ...origin, ...dates }])
    expect((await pageGatewayPresets(north, { box: origin.box, pallet: 'no' })).list).toEqual([])
    expect(await steps(id)).toEqual(['produced', 'warehoused', 'shipped', 'inStock'])
    expect((await deviceStory(north, { code })).now).toMatchObject({ ...origin, ...dates })
    const failed = { reason: 'precondition', params: { reason: expect.stringContaining(code) } }
    expect(await failure(bindGateways(north, { ids: [id], projectId }))).toMatchObject({ ...failed, field: 'ids' })
    expect(await failure(registerGateway(north, { code, modelId, projectId }))).toMatchObject({ ...failed, field: 'code' })
    expect(await failure(create({ projectId, qcResult: 'failed' }))).toMatchObject({ reason: 'precondition', field: 'qcResult' })
    expect(await failure(create({ warehousedOn: '2026-01-06', shippedOn: '2026-01-05' }))).toMatchObject({ field: 'shippedOn' })
    // The origin is changed where it began.
    const edit = { id, modelId, name: 'Hall', ...origin, ...dates, qcResult: 'passed' as const }
    const { version } = await updatedBy(north, edit)
    await bindGateways(north, { ids: [id], projectId: agentProjectId })
    const now = (await stored(id)).version
    expect(now).toBeGreaterThan(version)
    expect(await failure(updateGateway(agent, { ...edit, version: now, box: 'BOX-1' }))).toMatchObject({
      reason: 'notHere',
      field: 'box',
    })
    await updateGateway(agent, { ...edit, version: now, name: 'Agent hall' })
    expect(await stored(id)).toMatchObject({ name: 'Agent hall', box: origin.box })
  })

  test('the error for a code in use names the place only to those who may see it, ignoring case', async () => {
    const { code } = await create({ projectId, name: 'Lobby' })
    const seen = await failure(create({ code: code.toLowerCase() }))
    expect(seen).toMatchObject({ reason: 'codeInUse', field: 'code' })
    expect(JSON.stringify(seen.params)).toContain('Lobby')
    const unseen = await failure(create({ code: code.toLowerCase() }, south))
    expect(unseen).toEqual({ reason: 'duplicate', field: 'code', params: { value: code.toLowerCase() } })
  })

  test('refuses a device model, a foreign project, and one that is not approved', async () => {
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
    expect(row.secret_hash.equals(hashGatewaySecret(given.secret ?? ''))).toBe(true)
    expect((await audits(preset.id)).map(({ action }) => action)).toEqual(['gateway.create', 'gateway.register', 'gateway.bind'])
  })

  test('a disabled one from stock is not enabled by registering it', async () => {
    const preset = await createGatewayPreset(north, { code: newCode(), modelId })
    await setGatewayEnabled(north, { id: preset.id, enabled: false, reason: 'stolen' })
    expect(await failure(registerGateway(north, { code: preset.code, modelId, projectId }))).toMatchObject({
      reason: 'precondition',
    })
  })
})

describe('a registered one', () => {
  test('is edited by version', async () => {
    const { id, code } = await create()
    const edited = { id, name: 'Roof', modelId, iccid: '89860000000000000001', simExpires: '2027-01-31' }
    await updateGateway(north, { ...edited, version: 1 })
    expect(await stored(id)).toMatchObject({ name: 'Roof', sim_expires: '2027-01-31', communication_code: code, version: 2 })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.update', changes: { name: ['Pump room', 'Roof'] } })
    expect(await failure(updateGateway(north, { ...edited, version: 1 }))).toMatchObject({ reason: 'staleVersion' })
    expect(await failure(updateGateway(south, { ...edited, version: 2 }))).toMatchObject({ reason: 'notFound' })
  })

  test('gets a new secret; the old one is invalid', async () => {
    const { id, secret } = await create()
    const given = await rotateGatewaySecret(north, { id })
    expect(given.secret).not.toBe(secret)
    expect((await stored(id)).secret_hash.equals(hashGatewaySecret(given.secret ?? ''))).toBe(true)
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

  test('is deleted only if it never signed in and has no devices', async () => {
    const { id, code } = await create()
    expect(await failure(removeGateway(south, { id }))).toMatchObject({ reason: 'notFound' })
    await removeGateway(north, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.del' })
    expect(await failure(gatewayDetail(north, { id }))).toMatchObject({ reason: 'notFound' })
    // Its code is free again.
    await create({ code })
    const active = await create()
    await activateGateway(north, { id: active.id })
    expect(await failure(removeGateway(north, { id: active.id }))).toMatchObject({ reason: 'precondition' })
    const busy = await create({ projectId })
    const { id: company_id, path } = world.companies.north
    await world.db
      .insertInto('device')
      .values({ company_id, path, gateway_id: busy.id, model_id: deviceModelId, code: `${busy.code}-D`, name: 'Behind' })
      .execute()
    expect(await failure(removeGateway(north, { id: busy.id }))).toMatchObject({ reason: 'inUse' })
    const bound = await create({ projectId })
    expect(await failure(removeGatewayPreset(north, { id: bound.id }))).toMatchObject({ reason: 'precondition' })
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
    expect(bound.map(({ company_id }) => company_id).sort(byValue)).toEqual(
      [companies.north.id, companies.northAgent.id].sort(byValue),
    )
    expect(await steps(preset.id)).toEqual(['inStock', 'bound'])
    expect(await failure(bindGateways(north, { ids: [preset.id], projectId }))).toMatchObject({
      reason: 'precondition',
      field: 'ids',
    })
    // A gateway with devices behind it stays.
    expect(await failure(unbindGateways(north, { ids: [preset.id] }))).toMatchObject({ reason: 'inUse' })
  })

  test('all or none', async () => {
    const one = await createGatewayPreset(north, { code: newCode(), modelId })
    const two = await create({ projectId })
    expect(await failure(bindGateways(north, { ids: [one.id, two.id], projectId }))).toMatchObject({ reason: 'precondition' })
    expect((await stored(one.id)).project_id).toBeNull()
    expect(await failure(bindGateways(south, { ids: [one.id], projectId }))).toMatchObject({ reason: 'notFound' })
  })

  test('after unbinding, open alarms stay with the project, and its next fire is a new one', async () => {
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
    expect((await alarmsOfGateway(north, open)).list.map((row) => row.id).sort(byValue)).toEqual(
      [own, unregistered].sort(byValue),
    )
    expect((await faultsOfGateway(north, open)).list).toMatchObject([{ state: 'pending' }])
    expect((await alarmsOfGateway(south, open)).list).toEqual([])

    await unbindGateways(north, { ids: [id] })
    expect(await stored(id)).toMatchObject({ project_id: null, customer_id: null, bound_at: null })
    expect(await lastAudit(id)).toMatchObject({ action: 'gateway.unbind' })
    const points = await db.selectFrom('alarm_open').select('point').where('alarm_id', 'in', [own, unregistered]).execute()
    expect(points.map(({ point }) => point).toSorted()).toEqual([`g${id}/a@b@${unregistered}`, `g${id}@${own}`].toSorted())
    const fault = await db.selectFrom('fault').select(['point', 'state']).where('gateway_id', '=', id).executeTakeFirstOrThrow()
    expect(fault.state).toBe('pending')
    expect(fault.point).toMatch(new RegExp(`^g${id}@`))
    // Binding it again detaches nothing twice.
    await bindGateways(north, { ids: [id], projectId })
    await unbindGateways(north, { ids: [id] })
    expect(await db.selectFrom('alarm_open').select('point').where('alarm_id', '=', own).executeTakeFirst()).toEqual({
      point: `g${id}@${own}`,
    })
    expect(await failure(unbindGateways(north, { ids: [id] }))).toMatchObject({ reason: 'precondition' })
    expect((await pageGatewayPresets(north, { keyword: (await stored(id)).code })).list).toMatchObject([{ used: true }])
  })
})

test('every write refreshes open lists', async () => {
  const { id } = await create({ projectId })
  await rotateGatewaySecret(north, { id })
  const { rows: events } = await sql<{ change: string }>`
    select change from live_event where kind = 'gateway' and object_id = ${String(id)} order by id`.execute(world.db)
  expect(events.map(({ change }) => change)).toEqual(['created', 'secret'])
})
