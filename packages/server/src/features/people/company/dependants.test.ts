import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { softDeletedTables, tableFacts } from '../../../tables/facts.ts'
import type { TableName } from '../../../tables/index.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { newCompany } from './company.fixture.ts'
import { createCompany } from './create-company.ts'
import { dependantsOf, leftBehind } from './dependants.ts'

/** Tables whose rows belong to a company and can be deleted individually. */
const tables = [...softDeletedTables].filter((table) => {
  const { scope } = tableFacts[table]
  return typeof scope === 'object' && 'path' in scope
})

let world: TestWorld
let siter: Ctx
let id: number
let rows: OwnedRows

const mark = (table: TableName, row: number | string | undefined, deleted_at: Date | null) =>
  world.db
    .updateTable(table)
    .set({ deleted_at } as never)
    .where('id' as never, '=', row as never)
    .execute()
const dependants = async (): Promise<string> => {
  const company = await world.db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return dependantsOf(world.db, company, 'en')
}

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  id = (await createCompany(siter, 'distributor', newCompany())).id
  const { path, admin_account_id } = await world.db
    .selectFrom('company')
    .select(['path', 'admin_account_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  rows = await addOwnedRows(world.db, { id, path })
  for (const table of tables)
    await world.db
      .updateTable(table)
      .set({ deleted_at: new Date() } as never)
      .where((e) => e.or([e('path' as never, '=', path as never), e('path' as never, 'like', `${path}.%` as never)]))
      .where('id' as never, 'not in', [id, admin_account_id] as never)
      .execute()
})
afterAll(() => world.stop())

describe('a company is deleted only without dependants', () => {
  test('deleted rows are not dependants', async () => {
    expect(await dependants()).toBe('')
  })

  test.each(tables)('%s is counted, or left behind for a reason (dependants.ts)', async (table) => {
    const row = table === 'company' ? rows.agentOne : rows[table]
    expect(row, `addOwnedRows has no ${table}`).toBeDefined()
    await mark(table, row, null)
    const found = await dependants()
    await mark(table, row, new Date())
    if (table in leftBehind) expect(found, `${table} is counted: strike the reason`).toBe('')
    else expect(found, `${table} hangs on a company: count it, or say why it is left behind`).not.toBe('')
  })
})
