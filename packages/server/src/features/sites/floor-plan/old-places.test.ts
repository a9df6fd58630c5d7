import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../../../migrations/0363-places-as-they-look.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { pageFloorPlans } from './floor-plan.reads.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

test('what was placed in “Ａ栋” before is in the building “A栋” of what is placed now, in a search as well', async () => {
  const { db, companies, accounts } = world
  const { device, project, floor_plan } = await addOwnedRows(db, companies.north)
  const placed = { building: 'Ａ栋', floor: '３Ｆ', room_number: '３０５', place: '大堂（东）' }
  await db.updateTable('device').set(placed).where('id', '=', Number(device)).execute()
  const plan = await db.selectFrom('floor_plan').selectAll().where('id', '=', Number(floor_plan)).executeTakeFirstOrThrow()
  const { project_id, image } = plan
  // The second and third look alike, and only one name is free.
  const names = [
    { building: 'Ａ栋', floor: '１' },
    { building: 'B栋', floor: '1' },
    { building: 'Ｂ栋', floor: '1' },
  ]
  await db
    .insertInto('floor_plan')
    .values(names.map((name) => ({ project_id, image, ...name })))
    .execute()
  await up(db as never)
  const row = await db.selectFrom('device').selectAll().where('id', '=', Number(device)).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ building: 'A栋', floor: '3F', room_number: '305', place: '大堂（东）' })
  const { list } = await pageFloorPlans(await world.ctxOf(accounts.northAdmin), { projectId: Number(project), keyword: '栋' })
  expect(list.map(({ building, floor }) => `${building} ${floor}`).toSorted()).toEqual(['A栋 1', 'B栋 1', 'Ｂ栋 1'])
})
