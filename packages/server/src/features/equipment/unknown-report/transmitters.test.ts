import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { addModel, addReport, addWaiting, gatewayOfRows } from './unknown-report.fixture.ts'
import { pageUnknownDevices } from './unknown-report.reads.ts'
import { registerUnknownDevice, settleKnown } from './unknown-report.verbs.ts'

/** Transmitters that are known by an address, and what is behind them. */

let world: TestWorld
let north: Ctx
let own: OwnedRows

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  // What these rows bring along is another story.
  await world.db.deleteFrom('unknown_report').execute()
})

const deviceOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('behind a transmitter, its place is its communication code; its code begins with that of the transmitter', async () => {
  const other = await addOwnedRows(world.db, world.companies.north)
  const place = '1-2-37'
  for (const [rows, address] of [
    [own, 'gb26875:140'],
    [other, 'gb26875:141'],
  ] as const) {
    const gateway = await gatewayOfRows(world, rows)
    await world.db.updateTable('gateway').set({ link_address: address }).where('id', '=', gateway.id).execute()
    const { alarm } = await addWaiting(world, rows, place)
    const id = await addReport(world, rows, place)
    const modelId = await addModel(world, {}, 'lora')
    const device = await registerUnknownDevice(north, { id, name: 'Hall', modelId })
    expect(await deviceOf(device.id)).toMatchObject({ code: `${gateway.code}-1-2-37`, communication_code: place })
    const open = await world.db.selectFrom('alarm_open').select('point').where('alarm_id', '=', alarm).execute()
    expect(open).toEqual([{ point: `d${device.id}` }])
    // Systems have short numbers, and are known by them whatever their model says of its network.
    const system = await addReport(world, rows, '1')
    const nbIot = await addModel(world, {}, 'nbIot')
    const panel = await registerUnknownDevice(north, { id: system, name: 'Panel', modelId: nbIot })
    expect(await deviceOf(panel.id)).toMatchObject({ code: `${gateway.code}-1`, communication_code: '1' })
  }
})

test('a transmitter that was unknown is settled by the clock once it is registered with its address', async () => {
  const sender = {
    kind: 'unknownGateway',
    gateway_id: null,
    gateway_code: 'gb26875:77',
    key: 'gb26875:77',
    device_code: null,
  } as const
  const id = await addReport(world, own, '77', sender)
  const other = await addReport(world, own, '78', { ...sender, gateway_code: 'gb26875:78', key: 'gb26875:78' })
  expect(await settleKnown(world.systemCtx)).toBe(0)
  await world.db.updateTable('gateway').set({ link_address: 'gb26875:77' }).where('id', '=', Number(own.gateway)).execute()
  expect(await settleKnown(world.systemCtx)).toBe(1)
  const { list } = await pageUnknownDevices(north, {})
  const handled = new Map(list.map((row) => [row.id, row.handledWay]))
  expect([id, other].map((each) => handled.get(each))).toEqual(['registered', null])
})
