import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { devicesOfCustomer, projectsOfCustomer } from './customer-site.reads.ts'

let world: TestWorld
let north: Ctx
let agent: Ctx
let south: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

const gone = { deleted_at: new Date() }

test('a customer’s projects and devices, as far as the caller sees them', async () => {
  const rows = await addOwnedRows(world.db, world.companies.northAgent)
  const customerId = Number(rows.customer)
  const projects = async (input: object = {}, ctx = north) => (await projectsOfCustomer(ctx, { customerId, ...input })).list
  const devices = async (input: object = {}, ctx = north) => (await devicesOfCustomer(ctx, { customerId, ...input })).list
  expect(await projects()).toMatchObject([
    { id: rows.project, status: 'uninstall', companyName: 'North Agent', devices: 1, openAlarms: 1 },
  ])
  const [project] = await projects()
  expect(await projects({ keyword: project?.code })).toHaveLength(1)
  expect(await projects({ keyword: 'nothing such' })).toEqual([])
  expect(await projects({ status: 'maintenance' })).toEqual([])
  const [device] = await devices()
  expect(device).toMatchObject({ id: rows.device, status: 'alarm', modelName: 'Model', projectName: project?.name })
  expect(await devices({ keyword: device?.code })).toHaveLength(1)

  const status = async () => (await devices())[0]?.status
  await world.db.updateTable('alarm').set({ state: 'cleared' }).where('device_id', '=', Number(rows.device)).execute()
  expect(await status()).toBe('fault')
  await world.db.updateTable('fault').set({ state: 'solved' }).where('device_id', '=', Number(rows.device)).execute()
  const set = (values: object) => world.db.updateTable('device').set(values).where('id', '=', Number(rows.device)).execute()
  await set({ low_power: true, online: true })
  expect(await status()).toBe('lowPower')
  await set({ low_power: false })
  expect(await status()).toBe('online')
  await set({ online: false })
  expect(await status()).toBe('offline')

  // As when a company above has a project at this customer.
  await world.db.updateTable('project').set({ path: world.companies.north.path }).where('id', '=', Number(rows.project)).execute()
  expect(await projects({}, agent)).toEqual([])
  expect(await devices({}, agent)).toEqual([])
  expect(await devices({}, south)).toEqual([])
  await world.db.updateTable('project').set(gone).where('id', '=', Number(rows.project)).execute()
  expect([await projects(), await devices()]).toEqual([[], []])
})
