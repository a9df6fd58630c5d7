import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { uploadOf } from '../../testing/images.ts'
import { addOwnedRows } from '../../testing/rows.ts'
import { runImport } from '../file/run-import.ts'
import { upload } from '../file/upload.ts'
import { pageDevices, pageStock } from './device-list.reads.ts'
import { deviceImport, deviceImportVerbs } from './import-devices.ts'

let world: TestWorld
let north: Ctx
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())
test('100,000', async () => {
  const own = await addOwnedRows(world.db, world.companies.north)
  const code = async (t: 'project' | 'gateway', id: unknown) =>
    (await world.db.selectFrom<'project' | 'gateway'>(t).select('code').where('id', '=', Number(id)).executeTakeFirstOrThrow()).code
  const { model_id } = await world.db.selectFrom('device').select('model_id').where('id', '=', Number(own.device)).executeTakeFirstOrThrow()
  const model = (await world.db.selectFrom('device_model').select('code').where('id', '=', model_id).executeTakeFirstOrThrow()).code
  const [p, g] = [await code('project', own.project), await code('gateway', own.gateway)]
  const total = Number(process.env['ROWS'] ?? 100000)
  const lines = ['code,modelId,name,communicationCode,projectId,gatewayId,roomNumber']
  for (let i = 0; i < total; i++) {
    const n = String(i).padStart(6, '0')
    lines.push(i % 100 === 99 ? `BAD ${n},${model},Room ${n},BUS-${n},${p},${g},R${n}` : `SD${n},${model},Smoke detector ${n},BUS-${n},${p},${i % 3 ? g : ''},R${n}`)
  }
  const t0 = performance.now()
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(Buffer.from(lines.join('\n')), 'd.csv'))
  const { importId } = await deviceImportVerbs.import(north, { fileId })
  const t1 = performance.now()
  await runImport(world.systemCtx, { device: deviceImport }, pino({ level: 'silent' }), importId)
  const t2 = performance.now()
  const r = await deviceImportVerbs.importResult(north, { id: importId })
  const say: string[] = [`survey ${Math.round(t1 - t0)} ms, run ${Math.round(t2 - t1)} ms, ok ${r.succeeded} failed ${r.failed}`]
  await world.db.executeQuery({ sql: 'vacuum analyze device', parameters: [], query: {} as never, queryId: {} as never }).catch(() => undefined)
  for (const [name, input] of Object.entries({
    plain: {}, page5: { pageNum: 5 }, alarm: { status: 'alarm' }, fault: { status: 'fault' }, offline: { status: 'offline' }, online: { status: 'online' }, low: { status: 'lowPower' },
    kwFrequent: { keyword: 'Smoke' }, kwRare: { keyword: 'SD012345' }, room: { roomNumber: 'R012345' }, silent: { silentHours: 5 }, battery: { batteryBelow: 20 }, code: { sort: 'code' as const, order: 'asc' as const },
    project: { projectId: Number(own.project) }, gateway: { gatewayId: Number(own.gateway) }, model: { model: model_id }, stock: { bound: false }, disabled: { enabled: false }, batch: { batch: 'x' }, replace: { replaceBefore: '2030-01-01' },
  }))
    for (const [who, ctx] of [['siter', siter], ['north', north]] as const) {
      await pageDevices(ctx, input as never)
      const a = performance.now()
      for (let i = 0; i < 5; i++) await pageDevices(ctx, input as never)
      say.push(`${name} ${who} ${((performance.now() - a) / 5).toFixed(1)} ms`)
    }
  await pageStock(north, {})
  console.log(say.join('\n'))
  expect(r.failed).toBe(Math.floor(total / 100))
}, 300_000)
