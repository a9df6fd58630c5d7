import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { selectProjects } from './project.reads.ts'

let world: TestWorld
/** One in a hundred has a rare name. Names and ids are in different orders. */
const projects = 600

beforeAll(async () => {
  world = await testWorld()
  const { project } = await addOwnedRows(world.db, world.companies.north)
  await sql`
    insert into project (company_id, path, customer_id, code, name, type_id, status, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days,
      address)
    select company_id, path, customer_id, 'SEL-' || i, case when i % 100 = 0 then 'Rare ' else 'Choice ' end || lpad((${sql.lit(projects)} - i)::text, 4, '0'),
      type_id, status, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days, address
    from project, generate_series(1, ${sql.lit(projects)}) i where id = ${Number(project)}`.execute(world.db)
  // PostgreSQL's statistics tell how frequent a keyword is.
  await sql`vacuum analyze project`.execute(world.db)
})
afterAll(() => world.stop())

test.each([
  ['choice', 200, 'Choice 0001'],
  ['rare', 6, 'Rare 0000'],
  ['sel-', 200, 'Choice 0001'],
  ['absent', 0, undefined],
])('projects to choose by "%s" come in the order of their names', async (keyword, count, first) => {
  const names = async (ctx: Ctx) => (await selectProjects(ctx, { keyword })).map(({ label }) => label)
  const own = await names(await world.ctxOf(world.accounts.northAdmin))
  expect(own).toHaveLength(count)
  expect(own[0]).toBe(first)
  expect(own).toEqual(own.toSorted())
  expect(await names(await world.ctxOf(world.accounts.southAdmin))).toEqual([])
})
