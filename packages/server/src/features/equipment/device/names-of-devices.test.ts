import { DomainError } from '@emberwatch/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { runImport } from '../../base/file/run-import.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { bindFromStock } from './device-binding.verbs.ts'
import { createPreset } from './create-device.ts'
import { createGateway } from '../gateway/gateway.verbs.ts'
import { deviceDetail } from './device-detail.reads.ts'
import { deviceImport, deviceImportVerbs } from './import-devices.ts'
import { moveDevices } from './move-devices.ts'
import { updateDevice } from './device.verbs.ts'

/** By which names gateways call devices, and that each means one. */
let world: TestWorld
let north: Ctx
let south: Ctx
let own: OwnedRows
let ids: { project: number; gateway: number; device: number; model: number }
let serial = 0

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  const device = Number(own.device)
  const { model_id: model } = await rowOf(device)
  ids = { project: Number(own.project), gateway: Number(own.gateway), device, model }
})

const rowOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stock = async (ctx: Ctx = north, more: object = {}): Promise<number> =>
  (await createPreset(ctx, { code: `ND-TEST-${++serial}`, modelId: ids.model, ...more })).id
const reasonOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!(error instanceof DomainError)) throw new Error(`no DomainError but ${String(error)}`)
  return error
}

test('what it was called by its communication code becomes its own as well: bound, moved there, or given that code', async () => {
  const called = async (name: string): Promise<void> => {
    await world.db
      .updateTable('alarm_open')
      .set({ point: `g${ids.gateway}/${name}` })
      .where('alarm_id', '=', Number(own.alarm))
      .execute()
    await world.db.updateTable('alarm').set({ device_id: null, device_code: name }).where('id', '=', Number(own.alarm)).execute()
  }
  const bound = await stock(north, { communicationCode: 'BUS-1-01' })
  await called('BUS-1-01')
  await bindFromStock(north, { ids: [bound], projectId: ids.project, gatewayId: ids.gateway })
  expect((await deviceDetail(north, { id: bound })).openAlarms).toBe(1)
  const moved = await stock(north, { communicationCode: 'BUS-1-02' })
  await bindFromStock(north, { ids: [moved], projectId: ids.project })
  await called('BUS-1-02')
  await moveDevices(north, { ids: [moved], projectId: ids.project, gatewayId: ids.gateway })
  expect((await deviceDetail(north, { id: moved })).openAlarms).toBe(1)
  await called('BUS-1-03')
  const { version, model_id: modelId, name } = await rowOf(moved)
  await updateDevice(north, { id: moved, version, modelId, name, communicationCode: 'BUS-1-03' })
  expect((await deviceDetail(north, { id: moved })).openAlarms).toBe(1)
})

test('behind one gateway no two are called the same; behind another they may be', async () => {
  const [one, other] = [
    await stock(north, { communicationCode: 'BUS-2-01' }),
    await stock(north, { communicationCode: 'bus-2-01' }),
  ]
  const to = { projectId: ids.project, gatewayId: ids.gateway }
  const refused = { reason: 'notHere', field: 'gatewayId' }
  expect(await reasonOf(bindFromStock(north, { ids: [one, other], ...to }))).toMatchObject(refused)
  expect(await rowOf(one)).toMatchObject({ project_id: null })
  await bindFromStock(north, { ids: [one], ...to })
  expect(await reasonOf(bindFromStock(north, { ids: [other], ...to }))).toMatchObject(refused)
  await bindFromStock(north, { ids: [other], projectId: ids.project })
  expect(await reasonOf(moveDevices(north, { ids: [other], ...to }))).toMatchObject(refused)
  const named = await stock(north, { communicationCode: (await rowOf(ids.device)).code })
  expect(await reasonOf(bindFromStock(north, { ids: [named], ...to }))).toMatchObject(refused)
  const { version, model_id: modelId, name } = await rowOf(ids.device)
  const edited = { id: ids.device, version, modelId, name, communicationCode: 'BUS-2-01' }
  expect(await reasonOf(updateDevice(north, edited))).toMatchObject({ reason: 'notHere', field: 'communicationCode' })
})

test('nor has a gateway the code of a device, or a device that of a gateway', async () => {
  const { code } = await world.db.selectFrom('gateway').select('code').where('id', '=', ids.gateway).executeTakeFirstOrThrow()
  const refused = { reason: 'duplicate', field: 'code' }
  expect(await reasonOf(createPreset(north, { code: code.toLowerCase(), modelId: ids.model }))).toMatchObject(refused)
  const { code: taken } = await rowOf(ids.device)
  const { id: modelId } = await world.db
    .updateTable('device_model')
    .set({ is_gateway: true })
    .where('id', '=', ids.model)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await reasonOf(createGateway(south, { code: taken.toLowerCase(), name: 'G', modelId }))).toMatchObject(refused)
})

test('a file of which two rows are called the same behind one gateway: the second one is refused, an earlier device’s own code is not', async () => {
  const codeOf = async (table: 'gateway' | 'project' | 'device_model', id: number) =>
    (
      await world.db
        .selectFrom(table as 'gateway')
        .select('code')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).code
  const [model, project, gateway] = [
    await codeOf('device_model', ids.model),
    await codeOf('project', ids.project),
    await codeOf('gateway', ids.gateway),
  ]
  const { code } = await rowOf(ids.device)
  const lines = [
    'code,modelId,name,communicationCode,projectId,gatewayId',
    `NI-1,${model},One,BUS-3-01,${project},${gateway}`,
    `NI-2,${model},Two,bus-3-01,${project},${gateway}`,
    `${code},${model},Again,${code},${project},${gateway}`,
    `NI-4,${model},Elsewhere,BUS-3-01,${project},`,
  ].map((line) => line.replaceAll('NI-', `NI${ids.device}-`))
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(Buffer.from(lines.join('\n')), 'devices.csv'))
  const { importId } = await deviceImportVerbs.import(north, { fileId })
  await runImport(world.systemCtx, { device: deviceImport }, pino({ level: 'silent' }), importId)
  const { problems, succeeded } = await deviceImportVerbs.importResult(north, { id: importId })
  expect(succeeded).toBe(2)
  expect(problems.map(({ row, field }) => [row, field])).toEqual([
    [3, 'communicationCode'],
    [4, 'code'],
  ])
})
