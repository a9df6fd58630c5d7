import { DomainError } from '@emberwatch/contract'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import type { UnknownReportTable } from '../../../tables/reports.tables.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import {
  ignoreUnknownCodes,
  ignoreUnknownDevices,
  moveUnknownDevices,
  registerUnknownCodes,
  registerUnknownDevices,
  ignoreUnknownCode,
  ignoreUnknownDevice,
  moveUnknownDevice,
  registerUnknownDevice,
} from './unknown-report.verbs.ts'
import { addModel, addReport, addWaiting, gatewayOfRows } from './unknown-report.fixture.ts'
import { registerUnknownCode } from './register-unknown-code.ts'
import { pageUnknownCodes, pageUnknownDevices, unknownDeviceExport } from './unknown-report.reads.ts'

let world: TestWorld
let north: Ctx
let siter: Ctx
let own: OwnedRows
let codes = 0
let code: string

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  await world.db.deleteFrom('unknown_report').execute()
  code = `SD-${++codes}`
})

/** What ingest writes about a report that it could not match, of the device `code` by default. */
const reported = (rows: OwnedRows, more: Partial<Insertable<UnknownReportTable>> = {}) => addReport(world, rows, code, more)
const waiting = (rows: OwnedRows, sent = code) => addWaiting(world, rows, sent)
const gatewayOf = (rows: OwnedRows) => gatewayOfRows(world, rows)
const modelOf = (change: { is_gateway?: boolean; enabled?: boolean } = {}, network: 'lora' | 'nbIot' = 'lora') =>
  addModel(world, change, network)
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => {
      if (error instanceof DomainError) return { reason: error.reason, field: error.field }
      throw error
    },
  )
const pointsOf = async (alarmId: number) =>
  (await world.db.selectFrom('alarm_open').select('point').where('alarm_id', '=', alarmId).execute()).map((row) => row.point)
const deviceOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = async (id: number, kind: 'device' | 'unknown_report' | 'alarm' | 'report_param') =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'company_id'])
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, company_id }) => [action, company_id])

describe('registering a device', () => {
  test('adds it to the gateway, links its open alarms and faults, and handles its entry', async () => {
    const open = await waiting(own, code.toLowerCase())
    const id = await reported(own)
    const modelId = await modelOf()
    const device = await registerUnknownDevice(north, { id, name: 'Kitchen', modelId, roomNumber: '301' })
    const gateway = await gatewayOf(own)
    expect(await deviceOf(device.id)).toMatchObject({
      code,
      communication_code: code,
      name: 'Kitchen',
      room_number: '301',
      gateway_id: gateway.id,
      project_id: gateway.project_id,
      customer_id: gateway.customer_id,
      path: gateway.path,
      bound_at: world.clock.now().toISOString(),
    })
    const { list } = await pageAlarms(north, { deviceId: device.id })
    expect(list).toMatchObject([{ id: open.alarm, deviceName: 'Kitchen', roomNumber: '301' }])
    expect(await pointsOf(open.alarm)).toEqual([`d${device.id}`])
    const fault = await world.db.selectFrom('fault').select(['point', 'device_id']).where('id', '=', open.fault).execute()
    expect(fault).toEqual([{ point: `d${device.id}`, device_id: device.id }])

    const { list: settled } = await pageUnknownDevices(north, {})
    expect(settled).toMatchObject([{ id, handledWay: 'registered', handledBy: 'North Admin' }])
    const company = world.companies.north.id
    expect(await audits(device.id, 'device')).toEqual([['device.register', company]])
    expect(await audits(id, 'unknown_report')).toEqual([['unknownDevice.register', company]])
    expect(await audits(open.alarm, 'alarm')).toEqual([['alarm.deviceLinked', company]])
    const events = await world.db.selectFrom('live_event').select(['kind', 'change']).orderBy('id', 'desc').limit(3).execute()
    expect(events.map(({ kind, change }) => `${kind} ${change}`).sort()).toEqual([
      'alarm deviceLinked',
      'device registered',
      'fault deviceLinked',
    ])
    expect(await refusal(registerUnknownDevice(north, { id, name: 'Again', modelId }))).toMatchObject({ reason: 'wrongState' })
  })

  test('a code that a gateway has, and a communication code in use behind the same gateway, are refused', async () => {
    const modelId = await modelOf()
    const first = await registerUnknownDevice(north, {
      id: await reported(own),
      name: 'Kitchen',
      modelId,
      communicationCode: '1-07',
    })
    expect(first.id).toBeGreaterThan(0)
    const second = await reported(own, { key: 'PANEL-8', device_code: 'PANEL-8' })
    const form = { id: second, name: 'Cellar', modelId }
    expect(await refusal(registerUnknownDevice(north, { ...form, communicationCode: '1-07' }))).toMatchObject({
      reason: 'notHere',
      field: 'communicationCode',
    })
    await world.db
      .updateTable('gateway')
      .set({ code: 'panel-8' })
      .where('id', '=', (await gatewayOf(own)).id)
      .execute()
    expect(await refusal(registerUnknownDevice(north, form))).toEqual({ reason: 'duplicate', field: 'id' })
  })

  test('an NB-IoT device needs no communication code', async () => {
    const device = await registerUnknownDevice(north, {
      id: await reported(own),
      name: 'NB',
      modelId: await modelOf({}, 'nbIot'),
    })
    expect(await deviceOf(device.id)).toMatchObject({ communication_code: null })
  })

  test('needs a device model, an existing gateway, and an unused code', async () => {
    const id = await reported(own)
    const form = { id, name: 'Kitchen' }
    for (const change of [{ is_gateway: true }, { enabled: false }])
      expect(await refusal(registerUnknownDevice(north, { ...form, modelId: await modelOf(change) }))).toEqual({
        reason: 'notHere',
        field: 'modelId',
      })
    const modelId = await modelOf()
    await world.db.updateTable('gateway').set({ deleted_at: new Date() }).where('id', '=', Number(own.gateway)).execute()
    expect(await refusal(registerUnknownDevice(north, { ...form, modelId }))).toEqual({ reason: 'notHere', field: 'id' })
    await world.db.updateTable('gateway').set({ deleted_at: null }).where('id', '=', Number(own.gateway)).execute()
    const foreign = await addOwnedRows(world.db, world.companies.south)
    await world.db.updateTable('device').set({ code: code.toLowerCase() }).where('id', '=', Number(foreign.device)).execute()
    expect(await refusal(registerUnknownDevice(north, { ...form, modelId }))).toEqual({ reason: 'duplicate', field: 'id' })
    const unreadable = await reported(own, { kind: 'unreadable', key: 'notJson', device_code: null })
    expect(await refusal(registerUnknownDevice(north, { ...form, id: unreadable, modelId }))).toMatchObject({ reason: 'notHere' })
  })

  test('counts towards the company’s quota of devices', async () => {
    await world.db.updateTable('company').set({ quotas: '{"devices":0}' }).where('id', '=', world.companies.north.id).execute()
    const form = { id: await reported(own), name: 'Kitchen', modelId: await modelOf() }
    expect(await refusal(registerUnknownDevice(north, form))).toMatchObject({ reason: 'quotaReached' })
    await world.db.updateTable('company').set({ quotas: '{}' }).where('id', '=', world.companies.north.id).execute()
    await registerUnknownDevice(north, form)
  })

  test('leaves an alarm alone if the device already has one at its point', async () => {
    const [first, second] = [await waiting(own, code), await waiting(own, code.toLowerCase())]
    const device = await registerUnknownDevice(north, { id: await reported(own), name: 'Kitchen', modelId: await modelOf() })
    const points = [...(await pointsOf(first.alarm)), ...(await pointsOf(second.alarm))]
    expect(points.sort()).toEqual([`d${device.id}`, `g${own.gateway}/${code.toLowerCase()}`])
  })
})

describe('moving a device here', () => {
  const standing = async (company: WorldCompany) => {
    const elsewhere = await addOwnedRows(world.db, company)
    await world.db.updateTable('device').set({ code }).where('id', '=', Number(elsewhere.device)).execute()
    return elsewhere
  }

  test('takes no rights with it; what is open there stays there, and the next fire here is new', async () => {
    const elsewhere = await standing(world.companies.northAgent)
    const device = Number(elsewhere.device)
    await world.db.insertInto('device_user').values({ device_id: device, account_id: world.accounts.northUser.id }).execute()
    const id = await reported(own, { kind: 'foreignDevice' })
    const open = await waiting(own)
    const { list } = await pageUnknownDevices(north, { keyword: code })
    expect(list).toMatchObject([{ id, kind: 'foreignDevice', movable: true }])
    expect(await moveUnknownDevice(north, { id })).toEqual({ id: device })

    expect(await deviceOf(device)).toMatchObject({
      gateway_id: own.gateway,
      project_id: own.project,
      customer_id: own.customer,
      path: world.companies.north.path,
    })
    expect(await world.db.selectFrom('device_user').selectAll().where('device_id', '=', device).execute()).toEqual([])
    expect(await pointsOf(open.alarm)).toEqual([`d${device}`])
    const [left] = await pointsOf(Number(elsewhere.alarm))
    expect(left).toBe(`d${device}@${elsewhere.alarm}`)
    const fault = await world.db.selectFrom('fault').select('point').where('id', '=', Number(elsewhere.fault)).executeTakeFirst()
    expect(fault?.point).toBe(`d${device}@${elsewhere.fault}`)
    expect(await audits(device, 'device')).toEqual([
      ['device.move', world.companies.north.id],
      ['device.move', world.companies.northAgent.id],
    ])
  })

  test('requires both ends in the caller’s scope; nothing of others is revealed', async () => {
    await standing(world.companies.south)
    const id = await reported(own, { kind: 'foreignDevice' })
    const { list } = await pageUnknownDevices(north, {})
    expect(list).toMatchObject([{ id, movable: false }])
    expect(JSON.stringify(list)).not.toContain('South')
    expect(await refusal(moveUnknownDevice(north, { id }))).toEqual({ reason: 'deviceMissing', field: undefined })
    expect(await refusal(registerUnknownDevice(north, { id, name: 'X', modelId: await modelOf() }))).toMatchObject({
      reason: 'notHere',
    })
    expect((await pageUnknownDevices(siter, { keyword: code })).list).toMatchObject([{ movable: true }])
  })
})

describe('codes', () => {
  const unknownCode = (sent: string, more: Partial<Insertable<UnknownReportTable>> = {}) =>
    reported(own, { kind: 'unknownCode', key: `CID ${sent}`, format: 'CID', code: sent, ...more })
  const meaning = { reasonZh: '紧急', reasonEn: 'Emergency' }
  const typeId = async (table: 'alarm_type' | 'fault_type') =>
    (await world.db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id

  test('a registered one has its defined meaning for every gateway that sent it', async () => {
    const other = await addOwnedRows(world.db, world.companies.south)
    const id = await unknownCode('1119')
    const there = await reported(other, { kind: 'unknownCode', key: 'cid 1119', format: 'cid', code: '1119 ' })
    const alarmTypeId = await typeId('alarm_type')
    expect(await refusal(registerUnknownCode(siter, { id, type: 'alarm', ...meaning }))).toEqual({
      reason: 'invalidInput',
      field: 'alarmTypeId',
    })
    const param = await registerUnknownCode(siter, { id, type: 'alarm', alarmTypeId, ...meaning })
    expect(await world.db.selectFrom('report_param').selectAll().where('id', '=', param.id).executeTakeFirst()).toMatchObject({
      format: 'CID',
      code: '1119',
      type: 'alarm',
      alarm_type_id: alarmTypeId,
      fault_type_id: null,
      reason_en: 'Emergency',
    })
    const { list } = await pageUnknownCodes(siter, { handled: true })
    expect(sorted(list.map((row) => row.id))).toEqual([id, there])
    expect(await audits(param.id, 'report_param')).toEqual([['reportParam.register', world.companies.siter.id]])
    expect(await audits(id, 'unknown_report')).toEqual([['unknownCode.register', world.companies.north.id]])

    const restore = await registerUnknownCode(siter, {
      id: await unknownCode('3119'),
      type: 'restore',
      restoresCode: '1119',
      ...meaning,
    })
    expect(await world.db.selectFrom('report_param').selectAll().where('id', '=', restore.id).executeTakeFirst()).toMatchObject({
      type: 'restore',
      restores_code: '1119',
      alarm_type_id: alarmTypeId,
    })
  })

  test('without its target, already known, or of an unknown format it is rejected', async () => {
    const id = await unknownCode('1799')
    const field = async (input: object) => refusal(registerUnknownCode(siter, { id, type: 'fault', ...meaning, ...input }))
    expect(await field({})).toEqual({ reason: 'invalidInput', field: 'faultTypeId' })
    expect(await field({ type: 'restore' })).toEqual({ reason: 'invalidInput', field: 'restoresCode' })
    expect(await field({ type: 'restore', restoresCode: '1602' })).toEqual({ reason: 'invalidInput', field: 'restoresCode' })
    const known = await unknownCode('1110')
    expect(await refusal(registerUnknownCode(siter, { id: known, type: 'test', ...meaning }))).toMatchObject({
      reason: 'duplicate',
    })
    const strange = await reported(own, { kind: 'unknownCode', key: 'XYZ 1', format: 'XYZ', code: '1' })
    expect(await refusal(registerUnknownCode(siter, { id: strange, type: 'test', ...meaning }))).toMatchObject({
      reason: 'notHere',
    })
  })
})

describe('many at once', () => {
  test('are registered with one model; a failure does not stop the others; open alarms are shown at their device', async () => {
    const first = await reported(own)
    const open = await waiting(own)
    const handled = await reported(own, {
      key: `${code}-B`,
      device_code: `${code}-B`,
      handled_at: new Date(),
      handled_way: 'ignored',
    })
    const last = await reported(own, { key: `${code}-C`, device_code: `${code}-C` })
    const modelId = await modelOf()
    const results = await registerUnknownDevices(north, { ids: [first, handled, last], modelId, floor: '3' })
    expect(results.map(({ id, done }) => [id, done])).toEqual([
      [first, true],
      [handled, false],
      [last, true],
    ])
    expect(results[1]?.msg).toMatch(/\S/)
    const devices = await world.db
      .selectFrom('device')
      .select(['id', 'code', 'name', 'floor'])
      .where('code', 'like', `${code}%`)
      .orderBy('id')
      .execute()
    expect(devices).toMatchObject([
      { code, name: `Smoke 1 ${code}`, floor: '3' },
      { code: `${code}-C`, floor: '3' },
    ])
    const alarm = await world.db.selectFrom('alarm').select('device_id').where('id', '=', open.alarm).executeTakeFirstOrThrow()
    expect(alarm.device_id).toBe(devices[0]?.id)
    expect(await audits(devices[0]?.id ?? 0, 'device')).toEqual([['device.register', world.companies.north.id]])
    expect(await audits(last, 'unknown_report')).toEqual([['unknownDevice.register', world.companies.north.id]])
    const traced = await world.db
      .selectFrom('device_trace')
      .select('step')
      .where('device_id', '=', devices[1]?.id ?? 0)
      .execute()
    expect(traced).toEqual([{ step: 'registered' }])
  })

  test('are moved or ignored, each with its own result', async () => {
    const modelId = await modelOf()
    await registerUnknownDevices(north, { ids: [await reported(own)], modelId })
    const other = await addOwnedRows(world.db, world.companies.north)
    const moving = await reported(other, { kind: 'foreignDevice' })
    const strange = await reported(other, { kind: 'foreignDevice', key: `${code}-X`, device_code: `${code}-X` })
    const moved = await moveUnknownDevices(north, { ids: [moving, strange] })
    expect(moved.map(({ done }) => done)).toEqual([true, false])
    const device = await world.db.selectFrom('device').select('gateway_id').where('code', '=', code).executeTakeFirstOrThrow()
    expect(device.gateway_id).toBe(other.gateway)
    expect((await ignoreUnknownDevices(north, { ids: [moving, strange] })).map(({ done }) => done)).toEqual([false, true])
  })

  test('are defined with one meaning, named by format and code unless a reason is given', async () => {
    const of = (sent: string) => reported(own, { kind: 'unknownCode', key: `EW ${sent}`, format: 'EW', code: sent })
    const ids = [await of(`pump_a${codes}`), await of(`pump_b${codes}`)]
    const odd = await reported(own, { kind: 'unknownCode', key: 'XYZ 1', format: 'XYZ', code: '1' })
    const results = await registerUnknownCodes(siter, { ids: [...ids, odd], type: 'telemetry' })
    expect(results.map(({ done }) => done)).toEqual([true, true, false])
    const params = await world.db
      .selectFrom('report_param')
      .select(['type', 'reason_zh'])
      .where('code', 'like', `pump_%${codes}`)
      .orderBy('code')
      .execute()
    expect(params).toEqual([
      { type: 'telemetry', reason_zh: `EW pump_a${codes}` },
      { type: 'telemetry', reason_zh: `EW pump_b${codes}` },
    ])
    expect((await ignoreUnknownCodes(siter, { ids: [odd] })).map(({ done }) => done)).toEqual([true])
  })
})

describe('the lists', () => {
  test('contain what is in the caller’s scope, with devices and codes separate', async () => {
    const device = await reported(own)
    const unread = await reported(own, { kind: 'unreadable', key: 'notJson', device_code: null, may_be_alarm: false })
    const param = await reported(own, { kind: 'unknownCode', key: 'EW odd', code: 'odd' })
    const south = await world.ctxOf(world.accounts.southAdmin)
    const idsOf = async (work: Promise<{ list: { id: number }[] }>) => sorted((await work).list.map((row) => row.id))
    expect(await idsOf(pageUnknownDevices(north, {}))).toEqual([device, unread])
    expect(await idsOf(pageUnknownDevices(north, { kind: 'unreadable' }))).toEqual([unread])
    expect(await idsOf(pageUnknownDevices(north, { mayBeAlarm: true }))).toEqual([device])
    expect(await idsOf(pageUnknownDevices(north, { keyword: code.toLowerCase(), kind: 'unknownDevice' }))).toEqual([device])
    expect(await idsOf(pageUnknownCodes(siter, {}))).toEqual([param])
    expect(await idsOf(pageUnknownDevices(south, {}))).toEqual([])
    expect((await unknownDeviceExport.page(south, { after: null })).list).toEqual([])
    expect(await refusal(ignoreUnknownDevice(south, { id: device }))).toEqual({ reason: 'notFound', field: 'id' })
  })

  test('a handled entry leaves the list', async () => {
    const id = await reported(own)
    await ignoreUnknownDevice(north, { id })
    expect((await pageUnknownDevices(north, { handled: false })).list).toEqual([])
    expect((await pageUnknownDevices(north, { handled: true })).list).toMatchObject([{ id, handledWay: 'ignored' }])
    expect(await refusal(ignoreUnknownDevice(north, { id }))).toMatchObject({ reason: 'wrongState' })
    expect(await audits(id, 'unknown_report')).toEqual([['unknownDevice.ignore', world.companies.north.id]])
    const param = await reported(own, { kind: 'unknownCode', key: 'EW odd', code: 'odd' })
    expect(await refusal(ignoreUnknownDevice(north, { id: param }))).toMatchObject({ reason: 'notHere' })
    await ignoreUnknownCode(siter, { id: param })
    expect((await pageUnknownCodes(siter, { handled: false })).list).toEqual([])
  })
})
