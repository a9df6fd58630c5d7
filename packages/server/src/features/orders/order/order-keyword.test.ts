import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCommonIn } from '../../../platform/keyword.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { pageOrders } from './order.reads.ts'

let world: OrderWorld
let loose: number
beforeAll(async () => {
  world = await orderWorld()
  await world.db
    .updateTable('project')
    .set({ name: sql`name || '园区北园区'` })
    .execute()
  loose = await world.newOrder({ description: 'Door contact loose' })
  await world.newOrder({ description: '园区 gate' })
  await sql`analyze project, work_order`.execute(world.db)
})
afterAll(() => world.stop())

const isCommon = (keyword: string) => isCommonIn(world.db, world.manager.db.selectFrom('project'), 'project', 'name', keyword)

const found = (keyword?: string) => pageOrders(world.manager, 'repair', keyword === undefined ? {} : { keyword })

test('a keyword in most project names finds orders by scanning, with the counts of the unfiltered list', async () => {
  expect(await isCommon('园区')).toBe(true)
  const { list, total, counts } = await found()
  expect(total).toBeGreaterThan(1)
  expect(await found('园区')).toMatchObject({ list: list.map(({ id }) => ({ id })), total, totalCapped: false, counts })
})

test('a keyword of frequent parts that is itself rare is looked up, and finds nothing', async () => {
  expect(await isCommon('园区北园区北')).toBe(false)
  expect(await found('园区北园区北')).toMatchObject({ list: [], total: 0 })
})

test('a rare keyword finds its text', async () => {
  expect(await isCommon('loose')).toBe(false)
  expect(await found('loose')).toMatchObject({ list: [{ id: loose }], total: 1, counts: { pending_assign: 1, complete: 0 } })
})
