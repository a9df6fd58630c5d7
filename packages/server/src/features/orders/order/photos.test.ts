import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOwnedRows } from '../../../testing/rows.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createOrder } from './order.verbs.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

test('a photo attached by a company above is visible to the order’s company', async () => {
  const rows = await addOwnedRows(world.db, world.companies.northAgent)
  await world.db.updateTable('work_order').set({ status: 'complete' }).execute()
  const north = await world.ctxOf(world.accounts.northAdmin)
  const id = 'a'.repeat(32)
  const { north: company } = world.companies
  await world.db
    .insertInto('file')
    .values({
      id,
      company_id: company.id,
      path: company.path,
      account_id: north.actor.accountId,
      name: 'photo.png',
      mime: 'image/png',
      size: 1,
      sha256: '-',
      purpose: 'photo',
    })
    .execute()
  const agent = await world.ctxOf(world.accounts.northAgentAdmin)
  const seen = () => agent.db.selectFrom('file').select('id').where('id', '=', id).execute()
  expect(await seen()).toEqual([])
  await createOrder(north, 'repair', {
    deviceIds: [Number(rows.device)],
    priority: 'normal',
    description: 'with a photo',
    photos: [id],
  })
  expect(await seen()).toEqual([{ id }])
})
