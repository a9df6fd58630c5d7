import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { pageFaults } from '../../alarms/fault/fault.reads.ts'
import { createDevice, createPreset } from './create-device.ts'
import { alarmsOfDevice, deviceDetail } from './device-detail.reads.ts'
import { pageDevices, selectDevices } from './device.reads.ts'
import {
  createNotifier,
  removeNotifier,
  unmaskNotifier,
  updateNotifier,
  addDeviceUsers,
  removeDeviceUser,
} from './device-people.verbs.ts'
import { deviceAvailability, pageOnline } from './device-online.reads.ts'
import { pageDeviceUsers, pageNotifiers, selectDeviceUsers } from './device-people.reads.ts'
import { assignDevices } from './assign-devices.ts'
import { unbindDevices } from './device-leaving.verbs.ts'
import { deviceValueHistory, deviceValues } from './device-values.reads.ts'
import { locateDevice, updateDevice } from './device.verbs.ts'
import { returnDevices, setDeviceEnabled } from './device-disabling.verbs.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let siter: Ctx
let own: OwnedRows
let ids: { project: number; gateway: number; device: number; model: number; account: number }
let serial = 0

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  const device = Number(own.device)
  const { model_id: model } = await rowOf(device)
  ids = { project: Number(own.project), gateway: Number(own.gateway), device, model, account: Number(own.account) }
})

const rowOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const newCode = (): string => `SD-TEST-${++serial}`
const stock = async (ctx: Ctx = north, more: object = {}): Promise<number> =>
  (await createPreset(ctx, { code: newCode(), modelId: ids.model, ...more })).id

const lastAudit = (action: string, id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'path'])
    .where('action', '=', action)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
const traceOf = async (id: number): Promise<string[]> =>
  (await world.db.selectFrom('device_trace').select('step').where('device_id', '=', id).orderBy('id').execute()).map(
    ({ step }) => step,
  )
const reasonOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error(`no DomainError but ${String(error)}`)
  return error
}

describe('disabled', () => {
  const until = (days: number): string => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
  test('needs a reason and an end in the future, not too far', async () => {
    const disable = (more: object) => reasonOf(setDeviceEnabled(north, { id: ids.device, enabled: false, ...more }))
    expect((await disable({ until: until(1) })).reason).toBe('reasonRequired')
    expect(await disable({ reason: 'painting' })).toMatchObject({ reason: 'invalidInput', field: 'until' })
    expect(await disable({ reason: 'painting', until: until(-1) })).toMatchObject({ field: 'until' })
    expect(await disable({ reason: 'painting', until: until(91) })).toMatchObject({ field: 'until' })
  })
  test('is shown with its reason, marks its alarms, and is enabled again automatically', async () => {
    await setDeviceEnabled(north, { id: ids.device, enabled: false, reason: 'painting', until: until(1) })
    expect((await pageDevices(north, { enabled: false })).list).toMatchObject([
      { id: ids.device, enabled: false, disabledReason: 'painting' },
    ])
    const marked = (await alarmsOfDevice(north, { id: ids.device })).list
    expect(marked).toMatchObject([{ id: Number(own.alarm), state: 'unconfirmed', deviceDisabled: true }])
    expect(await returnDevices(world.systemCtx)).toBe(0)
    world.clock.forward(86_400_000)
    expect(await returnDevices(world.systemCtx)).toBe(1)
    expect(await rowOf(ids.device)).toMatchObject({ enabled: true, disabled_reason: null })
    expect(await lastAudit('device.enable', ids.device)).toBeDefined()
    expect(await traceOf(ids.device)).toEqual(['disabled', 'enabled'])
  })
  test('one that is locked, or cannot be enabled, does not keep others out of service', async () => {
    const mine = await Promise.all([1, 2].map(async () => Number((await addOwnedRows(world.db, world.companies.north)).device)))
    const [locked = 0, broken = 0] = mine
    const other = Number((await addOwnedRows(world.db, world.companies.south)).device)
    const all = [locked, broken, ids.device, other]
    const disabled = { enabled: false, disabled_reason: 'painting', disabled_until: new Date(world.clock.now()) }
    await world.db.updateTable('device').set(disabled).where('id', 'in', all).execute()
    const enabled = async () =>
      (await world.db.selectFrom('device').select('id').where('id', 'in', all).where('enabled', '=', true).execute()).map(
        ({ id }) => id,
      )
    const rule = sql.raw(`check (id <> ${broken} or not enabled)`)
    await sql`alter table device add constraint broken ${rule} not valid`.execute(world.db)
    const blocker = new pg.Client(world.connection)
    await blocker.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select from device where id = $1 for update', [locked])
      await expect(returnDevices(world.systemCtx)).rejects.toThrow('broken')
      expect(await enabled()).toEqual(expect.arrayContaining([ids.device, other]))
      expect(await enabled()).toHaveLength(2)
    } finally {
      await blocker.end()
      await sql`alter table device drop constraint broken`.execute(world.db)
    }
    await returnDevices(world.systemCtx)
    expect(await enabled()).toHaveLength(4)
  })

  test('after being enabled by hand, it is over at once', async () => {
    await setDeviceEnabled(north, { id: ids.device, enabled: false, reason: 'painting', until: until(1) })
    await setDeviceEnabled(north, { id: ids.device, enabled: true })
    const open = await world.db.selectFrom('device_disablement').selectAll().where('device_id', '=', ids.device).execute()
    expect(open).toMatchObject([{ reason: 'painting', ended_at: expect.any(String) as string }])
    expect(await lastAudit('device.forbidden', ids.device)).toMatchObject({ changes: { enabled: [false, true] } })
  })
})

describe('forms', () => {
  test('a device is registered at its place; without a communication code only if it is NB-IoT', async () => {
    const form = { code: newCode(), modelId: ids.model, name: 'Hall', gatewayId: ids.gateway, roomNumber: '1' }
    expect(await reasonOf(createDevice(north, form))).toMatchObject({ reason: 'invalidInput', field: 'communicationCode' })
    const { id } = await createDevice(north, { ...form, communicationCode: 'BUS-0001' })
    expect(await rowOf(id)).toMatchObject({ project_id: ids.project, gateway_id: ids.gateway, room_number: '1' })
    await world.db.updateTable('device_series').set({ network: 'nbIot' }).execute()
    const { gatewayId: _gateway, ...without } = form
    const nb = await createDevice(north, { ...without, code: newCode(), projectId: ids.project })
    expect(await rowOf(nb.id)).toMatchObject({ project_id: ids.project, communication_code: null })
    await world.db.updateTable('device_series').set({ network: 'lora' }).execute()
  })

  test('a conflicting edit names who was first, and positions are stored with their coordinate system', async () => {
    const { version } = await rowOf(ids.device)
    const form = { id: ids.device, version, modelId: ids.model, name: 'New name', communicationCode: 'BUS-0002' }
    await updateDevice(north, form)
    expect(await lastAudit('device.update', ids.device)).toMatchObject({ changes: { name: [expect.any(String), 'New name'] } })
    expect((await reasonOf(updateDevice(north, form))).reason).toBe('staleVersion')
    await locateDevice(north, { id: ids.device, position: { longitude: 120.1, latitude: 30.2, coordinateSystem: 'GCJ02' } })
    expect(await deviceDetail(north, { id: ids.device })).toMatchObject({ longitude: 120.1, coordinateSystem: 'GCJ02' })
    expect(await lastAudit('device.locate', ids.device)).toBeDefined()
  })

  test('a position outside the area of the project is asked back', async () => {
    const inZhejiang = { longitude: 120.1, latitude: 30.2, coordinateSystem: 'GCJ02' } as const
    await world.db.updateTable('project').set({ province: '510000' }).where('id', '=', ids.project).execute()
    expect((await reasonOf(locateDevice(north, { id: ids.device, position: inZhejiang }))).field).toBe('position')
  })
})

describe('lists', () => {
  test('the shown status is the first that applies, and the filter matches it', async () => {
    const set = (changes: object) => world.db.updateTable('device').set(changes).where('id', '=', ids.device).execute()
    const statusIs = async (status: 'alarm' | 'fault' | 'lowPower' | 'offline' | 'online') => {
      expect((await deviceDetail(north, { id: ids.device })).status).toBe(status)
      for (const each of ['alarm', 'fault', 'lowPower', 'offline', 'online'] as const) {
        const { list } = await pageDevices(north, { status: each, projectId: ids.project })
        expect([each, list.map((row) => row.id)]).toEqual([each, each === status ? [ids.device] : []])
      }
    }
    await set({ low_power: true, online: true })
    await statusIs('alarm')
    await world.db.updateTable('alarm').set({ state: 'cleared' }).where('id', '=', Number(own.alarm)).execute()
    await statusIs('fault')
    // Being offline is a fault too, but the status shows it as offline.
    await world.db.updateTable('fault').set({ source_code: 'offline' }).where('id', '=', Number(own.fault)).execute()
    await statusIs('lowPower')
    await set({ low_power: false, online: false })
    await statusIs('offline')
    await set({ online: true })
    await statusIs('online')
  })

  test('every filter finds its devices, and none of other companies', async () => {
    const now = world.clock.now()
    await world.db
      .updateTable('device')
      .set({
        battery: 15,
        room_number: 'R-77',
        replace_by: '2027-01-01',
        last_seen_at: new Date(now.getTime() - 5 * 3_600_000),
        batch: 'B-9',
      })
      .where('id', '=', ids.device)
      .execute()
    const { series_id: series } = await world.db
      .selectFrom('device_model')
      .select('series_id')
      .where('id', '=', ids.model)
      .executeTakeFirstOrThrow()
    const finds = async (input: object, found = true) => {
      const { list } = await pageDevices(north, { projectId: ids.project, ...input })
      expect([input, list.map((row) => row.id)]).toEqual([input, found ? [ids.device] : []])
      expect((await pageDevices(south, { ...input })).list.map((row) => row.id)).not.toContain(ids.device)
    }
    await finds({ batteryBelow: 20 })
    await finds({ batteryBelow: 15 }, false)
    await finds({ silentHours: 4 })
    await finds({ silentHours: 6 }, false)
    await finds({ roomNumber: 'r-77' })
    await finds({ replaceBefore: '2027-01-01' })
    await finds({ replaceBefore: '2026-12-31' }, false)
    await finds({ bound: true })
    await finds({ bound: false }, false)
    await finds({ model: ids.model })
    await finds({ series })
    await finds({ gatewayId: ids.gateway })
    await finds({ online: false })
    await finds({ batch: 'B-9' })
    await finds({ enabled: false }, false)
    await finds({ keyword: (await rowOf(ids.device)).code.slice(2).toLowerCase() })
    await finds({ keyword: 'no such device' }, false)
    await finds({ customerId: Number(own.customer) })
    expect((await pageDevices(siter, { projectId: ids.project, sort: 'battery', order: 'asc' })).total).toBe(1)
  })

  test('the drop-down offers free devices, or those of a project', async () => {
    const id = await stock()
    expect((await selectDevices(north, { stock: true })).map(({ value }) => value)).toContain(id)
    expect((await selectDevices(north, { projectId: ids.project })).map(({ value }) => value)).toEqual([ids.device])
    expect((await selectDevices(south, { stock: true })).map(({ value }) => value)).not.toContain(id)
  })
})

describe('values and presence', () => {
  test('live values are the latest; the chart has every sample, or averages over spans', async () => {
    const start = Date.parse('2026-11-01T00:00:00.000Z')
    await world.db
      .updateTable('device')
      .set({ last_values: JSON.stringify({ temperature: 21.5, state: 'ok' }) })
      .where('id', '=', ids.device)
      .execute()
    expect((await deviceValues(north, { id: ids.device })).values).toEqual([
      { name: 'state', value: 'ok', numeric: false },
      { name: 'temperature', value: '21.5', numeric: true },
    ])
    const samples = Array.from({ length: 700 }, (_, i) => ({
      device_id: ids.device,
      at: new Date(start + i * 900_000),
      values: JSON.stringify({ temperature: i, state: 'ok' }),
    }))
    await world.db.insertInto('device_value').values(samples).execute()
    const read = (hours: number, name = 'temperature') =>
      deviceValueHistory(north, {
        id: ids.device,
        name,
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + hours * 3_600_000).toISOString(),
      })
    const few = await read(1)
    expect(few.points.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
    const all = await read(24 * 10)
    expect(all.points.length).toBeLessThanOrEqual(300)
    expect(Math.min(...all.points.map(({ least }) => least))).toBe(0)
    expect(Math.max(...all.points.map(({ most }) => most))).toBe(699)
    expect((await read(24, 'state')).points).toEqual([])
    expect(
      (
        await deviceValueHistory(south, {
          id: ids.device,
          name: 'temperature',
          startTime: new Date(start).toISOString(),
          endTime: new Date().toISOString(),
        })
      ).points,
    ).toEqual([])
  })

  test('availability counts known time only', async () => {
    const now = world.clock.now().getTime()
    const at = (hours: number) => new Date(now - hours * 3_600_000)
    expect(await deviceAvailability(north, { id: ids.device })).toEqual({ day: null, week: null, month: null })
    await world.db
      .insertInto('device_online')
      .values([
        { device_id: ids.device, online: true, at: at(48) },
        { device_id: ids.device, online: false, at: at(12) },
        { device_id: ids.device, online: true, at: at(6) },
      ])
      .execute()
    expect(await deviceAvailability(north, { id: ids.device })).toEqual({ day: 75, week: 87.5, month: 87.5 })
    const { list } = await pageOnline(north, { id: ids.device })
    expect(list.map(({ online, seconds }) => [online, seconds])).toEqual([
      [true, 6 * 3600],
      [false, 6 * 3600],
      [true, 36 * 3600],
    ])
  })
})

test('readings from another company stay there; a company above both sees all', async () => {
  const at = new Date(Date.now() - 3_600_000)
  await world.db
    .insertInto('device_value')
    .values({ device_id: ids.device, at, values: JSON.stringify({ temperature: 21 }) })
    .execute()
  await world.db.insertInto('device_online').values({ device_id: ids.device, at, online: true }).execute()
  await world.db
    .updateTable('device')
    .set({ last_values: JSON.stringify({ temperature: 21 }), last_seen_at: at })
    .where('id', '=', ids.device)
    .execute()
  const span = {
    startTime: new Date(Date.now() - 86_400_000).toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
  }
  const seenBy = async (ctx: Ctx) => [
    (await deviceValues(ctx, { id: ids.device })).values.length,
    (await deviceValueHistory(ctx, { id: ids.device, name: 'temperature', ...span })).points.length,
    (await pageOnline(ctx, { id: ids.device })).list.filter(({ online }) => online).length,
  ]
  expect(await seenBy(north)).toEqual([1, 1, 1])
  await unbindDevices(siter, { ids: [ids.device], reason: 'Taken down' })
  await assignDevices(siter, { ids: [ids.device], companyId: world.companies.south.id })
  expect(await seenBy(south)).toEqual([0, 0, 0])
  expect((await deviceAvailability(south, { id: ids.device })).day).toBeNull()
  // The former owner does not see its new name either, not even in what it raised there.
  const left = { deviceName: null, roomNumber: null, deviceCode: (await rowOf(ids.device)).code }
  expect((await pageAlarms(north, { projectId: ids.project })).list).toMatchObject([left])
  expect((await pageFaults(north, { projectId: ids.project })).list).toMatchObject([left])
  expect(await seenBy(siter)).toEqual([1, 1, 1])
})

describe('people', () => {
  test('ordinary users of the branch see a device, masked in its list', async () => {
    expect((await selectDeviceUsers(north, { deviceId: ids.device })).map(({ value }) => value)).toContain(ids.account)
    await addDeviceUsers(north, { deviceId: ids.device, accountIds: [ids.account] })
    expect((await pageDeviceUsers(north, { deviceId: ids.device })).list).toMatchObject([{ id: ids.account, name: 'a**' }])
    expect((await selectDeviceUsers(north, { deviceId: ids.device })).map(({ value }) => value)).not.toContain(ids.account)
    expect(await lastAudit('deviceUser.add', ids.device)).toBeDefined()
    expect(
      (await reasonOf(addDeviceUsers(north, { deviceId: ids.device, accountIds: [north.actor.accountId ?? 0] }))).reason,
    ).toBe('notHere')
    await removeDeviceUser(north, { deviceId: ids.device, accountId: ids.account })
    expect((await pageDeviceUsers(north, { deviceId: ids.device })).total).toBe(0)
    expect(await lastAudit('deviceUser.del', ids.device)).toBeDefined()
  })

  test('an ordinary user sees only themselves and people they added', async () => {
    await world.db.deleteFrom('device_notifier').where('device_id', '=', ids.device).execute()
    const { id: account } = world.accounts.northUser
    await addDeviceUsers(north, { deviceId: ids.device, accountIds: [ids.account, account] })
    const form = { phone: '13800001234', methods: ['voice' as const], language: 'zh' as const, enabled: true }
    const { id: others } = await createNotifier(north, { deviceId: ids.device, name: 'Keyholder', ...form })
    const user = await world.ctxOf(world.accounts.northUser)
    const { id: mine } = await createNotifier(user, { deviceId: ids.device, name: 'Sister', ...form })
    const idsOf = ({ list }: { list: readonly { id: number }[] }) => list.map(({ id }) => id)
    expect(idsOf(await pageDeviceUsers(user, { deviceId: ids.device }))).toEqual([account])
    expect(idsOf(await pageNotifiers(user, { deviceId: ids.device }))).toEqual([mine])
    expect(idsOf(await pageNotifiers(north, { deviceId: ids.device }))).toEqual([others, mine])
    expect(await selectDeviceUsers(user, { deviceId: ids.device })).toEqual([])
    expect(await unmaskNotifier(user, { id: mine })).toMatchObject({ name: 'Sister' })
    expect((await reasonOf(unmaskNotifier(user, { id: others }))).reason).toBe('notFound')
    expect((await reasonOf(removeNotifier(user, { id: others }))).reason).toBe('notFound')
    const foreign = { deviceId: ids.device, accountId: ids.account }
    expect((await reasonOf(removeDeviceUser(user, foreign))).reason).toBe('noAccess')
    expect((await reasonOf(addDeviceUsers(user, { deviceId: ids.device, accountIds: [ids.account] }))).reason).toBe('noAccess')
    await removeDeviceUser(user, { deviceId: ids.device, accountId: account })
  })

  test('notified people are masked, unmasked on request with an audit row, and foreign ones are not found', async () => {
    await world.db.deleteFrom('device_notifier').where('device_id', '=', ids.device).execute()
    const form = { name: 'Keyholder', phone: '13800001234', methods: ['voice' as const], language: 'zh' as const, enabled: true }
    const { id } = await createNotifier(north, { deviceId: ids.device, ...form })
    const page = () => pageNotifiers(north, { deviceId: ids.device })
    expect((await page()).list).toMatchObject([{ id, name: 'K**', phone: '138****1234', methods: ['voice'] }])
    expect(await unmaskNotifier(north, { id })).toEqual({ name: 'Keyholder', phone: '13800001234' })
    expect(await lastAudit('deviceNotifier.unmask', id)).toBeDefined()
    await updateNotifier(north, { id, version: 1, methods: ['sms'], language: 'en', enabled: false })
    expect((await page()).list).toMatchObject([{ methods: ['sms'], enabled: false, phone: '138****1234' }])
    expect(
      (await reasonOf(updateNotifier(north, { id, version: 1, methods: ['sms'], language: 'en', enabled: true }))).reason,
    ).toBe('staleVersion')
    expect((await reasonOf(unmaskNotifier(south, { id }))).reason).toBe('notFound')
    expect((await reasonOf(removeNotifier(south, { id }))).reason).toBe('notFound')
    await removeNotifier(north, { id })
    expect((await page()).total).toBe(0)
    expect(await lastAudit('deviceNotifier.del', id)).toBeDefined()
  })
})
