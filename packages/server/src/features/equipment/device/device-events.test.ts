import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { bindFromStock } from './device-binding.verbs.ts'
import { scrapDevice, unbindDevices } from './device-leaving.verbs.ts'
import { lockGateway } from './device.rules.ts'
import { moveDevice } from './move-device.ts'
import { moveDevices } from './move-devices.ts'

let world: TestWorld
let north: Ctx
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

test('a device that leaves or comes is announced at either place, each with its project', async () => {
  const last = async () =>
    (await world.db.selectFrom('live_event').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0
  const announced = async (work: () => Promise<unknown>) => {
    const before = await last()
    await work()
    const events = world.db.selectFrom('live_event').select(['change', 'path', 'project_id']).where('kind', '=', 'device')
    const rows = await events.where('id', '>', before).orderBy('id').execute()
    return rows.map(({ change, path, project_id }) => [change, path, project_id])
  }
  const { path } = world.companies.north
  const own = await addOwnedRows(world.db, world.companies.north)
  const device = Number(own.device)
  const other = await addOwnedRows(world.db, world.companies.north)
  const [here, there] = [Number(own.project), Number(other.project)]
  const move = () => moveDevices(north, { ids: [device], projectId: there })
  expect(await announced(move)).toEqual([
    ['moved', path, there],
    ['moved', path, here],
  ])
  const unbind = () => unbindDevices(north, { ids: [device], reason: 'rebuilding' })
  expect(await announced(unbind)).toEqual([
    ['unbound', path, null],
    ['unbound', path, there],
  ])
  const bind = () => bindFromStock(north, { ids: [device], projectId: here })
  expect(await announced(bind)).toEqual([
    ['bound', path, here],
    ['bound', path, null],
  ])
  const reported = () =>
    transact(north, async (write) => {
      const gateway = await lockGateway(write.db, Number(other.gateway))
      const { code } = await world.db.selectFrom('device').select('code').where('id', '=', device).executeTakeFirstOrThrow()
      if (gateway) await moveDevice(north, write, { gateway, code })
    })
  expect(await announced(reported)).toEqual([
    ['moved', path, there],
    ['moved', path, here],
  ])
  const scrap = () => scrapDevice(north, { id: device, reason: 'broken' })
  expect(await announced(scrap)).toEqual([
    ['scrapped', path, null],
    ['scrapped', path, there],
  ])
})
