import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { tableFacts } from '../../tables/facts.ts'
import type { TableName, Tables } from '../../tables/index.ts'
import { testDatabase } from '../../testing/database.ts'
import { createPartitions } from './partitions.ts'
import { openDatabase, type Database } from './database.ts'
import { isBelow, scoped, type Scope } from './scope.ts'

let database: Database
let db: Kysely<Tables>
let stop: () => Promise<void>

/** siter 1 → distributors 2 and 3; agent 4 below 2; one role and one customer each, ids as the company's. */
const paths: Record<number, string> = { 1: '1', 2: '1.2', 3: '1.3', 4: '1.2.4' }

beforeAll(async () => {
  const test = await testDatabase()
  stop = test.stop
  database = openDatabase(test.connection)
  db = database.kysely
  for (const [id, path] of Object.entries(paths)) {
    const company_id = Number(id)
    const depth = path.split('.').length
    const type = (['siter', 'distributor', 'agent_one'] as const)[depth - 1] ?? 'agent_two'
    await db
      .insertInto('company')
      .values({ id: company_id, path, type, name: `company ${id}`, org_code: `C${id}` })
      .execute()
    await db
      .insertInto('role')
      .values({ id: company_id, company_id, path, name: `role ${id}`, type: 'user', level: 5 })
      .execute()
    await db
      .insertInto('customer')
      .values({ id: company_id, company_id, path, name: `customer ${id}` })
      .execute()
    await db
      .insertInto('account')
      .values({
        id: company_id,
        company_id,
        path,
        type: 'customer',
        customer_id: company_id,
        account: `account${id}`,
        name: `a${id}`,
        password_hash: '-',
      })
      .execute()
    await db.insertInto('account_role').values({ account_id: company_id, role_id: company_id }).execute()
  }
})
afterAll(async () => {
  await database.close()
  await stop()
})

const companyScope = (companyId: number): Extract<Scope, { kind: 'company' }> => ({
  kind: 'company',
  companyId,
  depth: (paths[companyId] ?? '').split('.').length,
  accountId: companyId,
})
const roleIds = async (scope: Scope): Promise<number[]> =>
  (await scoped(db, scope).selectFrom('role').select('id').orderBy('id').execute()).map((row) => row.id)

describe('a company sees itself and all below it', () => {
  test.each([
    [1, [1, 2, 3, 4]],
    [2, [2, 4]],
    [3, [3]],
    [4, [4]],
  ])('company %i', async (company, expected) => {
    expect(await roleIds(companyScope(company))).toEqual(expected)
  })
})

describe('a company whose users see only what it owns itself', () => {
  test.each([1, 2, 3, 4])('company %i', async (company) => {
    const scope: Scope = { ...companyScope(company), ownPath: paths[company] ?? '' }
    expect(await roleIds(scope)).toEqual([company])
    const reached = await scoped(db, scope).selectFrom('account_role').select('account_id').execute()
    expect(reached).toEqual([{ account_id: company }])
  })
})

describe('every way to name a table is restricted', () => {
  const sibling = companyScope(3)
  test('an alias', async () => {
    expect(await scoped(db, sibling).selectFrom('role as r').select('r.id').execute()).toEqual([{ id: 3 }])
  })
  test('a subquery in FROM', async () => {
    const inner = scoped(db, sibling)
    expect(await inner.selectFrom(inner.selectFrom('role').select('id').as('x')).select('x.id').execute()).toEqual([{ id: 3 }])
  })
  test('a common table expression', async () => {
    const rows = await scoped(db, sibling)
      .with('x', (e) => e.selectFrom('role').select('id'))
      .selectFrom('x')
      .select('x.id')
      .execute()
    expect(rows).toEqual([{ id: 3 }])
  })
  test('a subquery in WHERE', async () => {
    const inner = scoped(db, sibling)
    const rows = await inner
      .selectFrom('area')
      .where('code', '=', 'CN')
      .select((e) =>
        e
          .selectFrom('role')
          .select((f) => f.fn.countAll<number>().as('n'))
          .as('n'),
      )
      .execute()
    expect(rows).toEqual([{ n: 1 }])
  })
  test('a table reached through its owner', async () => {
    expect(await scoped(db, sibling).selectFrom('account_role').select('account_id').execute()).toEqual([{ account_id: 3 }])
  })
  test('a join that starts from product-wide data', async () => {
    const rows = await scoped(db, sibling)
      .selectFrom('area')
      .where('area.code', '=', 'CN')
      .innerJoin('role', (join) => join.onTrue())
      .select('role.id')
      .execute()
    expect(rows).toEqual([{ id: 3 }])
    const one = await scoped(db, sibling).selectFrom('setting').select('key').execute()
    expect(one).toEqual([])
  })
  test('an update and a delete affect nothing foreign', async () => {
    const updated = await scoped(db, sibling).updateTable('role').set({ remark: 'mine' }).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(1n)
    const deleted = await scoped(db, sibling).deleteFrom('role').where('id', '=', 2).executeTakeFirst()
    expect(deleted.numDeletedRows).toBe(0n)
  })
  test('a raw statement is refused', async () => {
    await expect(sql`select * from role`.execute(scoped(db, sibling))).rejects.toThrow('bypass the scope')
  })
  test('inside a transaction', async () => {
    const rows = await db.transaction().execute((tx) => scoped(tx, sibling).selectFrom('role').select('id').execute())
    expect(rows).toEqual([{ id: 3 }])
  })
})

describe('customers, users and unauthenticated callers', () => {
  test('a customer sees its own rows and no role', async () => {
    const scope: Scope = { kind: 'customer', customerId: 2, accountId: 2 }
    expect(await scoped(db, scope).selectFrom('customer').select('id').execute()).toEqual([{ id: 2 }])
    expect(await roleIds(scope)).toEqual([])
  })
  test('an ordinary user sees its own account only', async () => {
    const scope: Scope = { kind: 'user', accountId: 4 }
    expect(await scoped(db, scope).selectFrom('account').select('id').execute()).toEqual([{ id: 4 }])
    expect(await scoped(db, scope).selectFrom('customer').select('id').execute()).toEqual([])
  })
  test('an unauthenticated caller sees nothing', async () => {
    expect(await roleIds({ kind: 'none' })).toEqual([])
  })
})

test('a branch ends at a whole path element', () => {
  expect(isBelow('1.2.4', '1.2')).toBe(true)
  expect(isBelow('1.2', '1.2')).toBe(true)
  expect(isBelow('1.20', '1.2')).toBe(false)
})

test('every table that belongs to a project declares it, or staff with a narrow data scope would not see its rows', async () => {
  const { rows } = await sql<{ name: TableName }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id'`.execute(db)
  const missing = rows.filter(({ name }) => {
    const rule = tableFacts[name]?.scope
    return typeof rule === 'object' && 'path' in rule && rule.project === undefined
  })
  expect(rows.length).toBeGreaterThan(5)
  expect(missing.map(({ name }) => name).filter((name) => !notByProject.has(name))).toEqual([])
})

/** Events are filtered in memory (live-audience.ts), a hand-over is about companies, and a push is no matter of those who have joined the project. */
const notByProject: ReadonlySet<string> = new Set(['live_event', 'hand_over', 'project_push'])

describe('staff with a narrow data scope', () => {
  /** Two projects of company 2, of which only the first is assigned, and one of the company below, also assigned. */
  const projects = new Map<string, number>()
  const project = async (name: string, company_id: number, created_by: number | null = null): Promise<number> => {
    const row = { company_id, path: paths[company_id] ?? '', customer_id: company_id, code: name, name, type_id: 1, created_by }
    const years = { maintenance_years: 1, inspection_cycle_days: 1, maintenance_cycle_days: 1 }
    const { id } = await db
      .insertInto('project')
      .values({ ...row, ...years })
      .returning('id')
      .executeTakeFirstOrThrow()
    projects.set(name, id)
    return id
  }
  const namesOf = async (scope: Scope): Promise<string[]> =>
    (await scoped(db, scope).selectFrom('project').select('name').orderBy('name').execute()).map((row) => row.name)
  const account = (only: 'projects' | 'own'): Scope => ({ ...companyScope(2), only })

  beforeAll(async () => {
    await db.insertInto('project_type').values({ id: 1, code: 'T', name_zh: '类型', name_en: 'Type' }).execute()
    await project('assigned', 2)
    await project('other', 2)
    await project('below', 4)
    await project('made', 2, 2)
    await project('foreign', 3)
    await db
      .insertInto('account_project')
      .values(['assigned', 'below', 'foreign'].map((name) => ({ account_id: 2, project_id: projects.get(name) ?? 0 })))
      .execute()
  })

  test('chosen projects: those assigned, within the branch of their company', async () => {
    expect(await namesOf(account('projects'))).toEqual(['assigned', 'below'])
    expect(await namesOf({ ...companyScope(1), accountId: 2, only: 'projects' })).toEqual(['assigned', 'below', 'foreign'])
  })
  test('own: those they created, and those where they work on an order until it is complete', async () => {
    expect(await namesOf(account('own'))).toEqual(['made'])
    const order = { company_id: 2, path: '1.2', project_id: projects.get('other') ?? 0, kind: 'repair', code: 'R1' } as const
    const { id } = await db
      .insertInto('work_order')
      .values({ ...order, status: 'processing', origin: 'manual', description: '-' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('order_engineer').values({ order_id: id, account_id: 2 }).execute()
    expect(await namesOf(account('own'))).toEqual(['made', 'other'])
    await db.updateTable('work_order').set({ status: 'complete' }).where('id', '=', id).execute()
    expect(await namesOf(account('own'))).toEqual(['made'])
    // The order itself stays visible.
    expect(await scoped(db, account('own')).selectFrom('work_order').select('id').execute()).toEqual([{ id }])
    expect(await scoped(db, account('projects')).selectFrom('work_order').select('id').execute()).toEqual([])
  })
  test('their own company and no other; the customers of their projects; no role created by others', async () => {
    for (const only of ['projects', 'own'] as const) {
      const own = scoped(db, account(only))
      expect(await own.selectFrom('company').select('id').execute()).toEqual([{ id: 2 }])
      expect(await own.selectFrom('role').select('id').execute()).toEqual([])
      const customers = await own.selectFrom('customer').select('id').orderBy('id').execute()
      expect(customers.map((row) => row.id)).toEqual(only === 'projects' ? [2, 4] : [2])
    }
  })
  test('an update or a delete changes nothing outside', async () => {
    const own = scoped(db, account('projects'))
    const id = projects.get('other') ?? 0
    expect((await own.updateTable('project').set({ name: 'taken' }).where('id', '=', id).executeTakeFirst()).numUpdatedRows).toBe(
      0n,
    )
    expect((await own.deleteFrom('project').where('id', '=', id).executeTakeFirst()).numDeletedRows).toBe(0n)
  })
})

describe('what a gateway or device sent at its former place', () => {
  const times = { before: new Date(Date.now() - 7_200_000), bound: new Date(Date.now() - 3_600_000), after: new Date() }
  const of = { gateway: 0, device: 0, project: 0 }
  type Placed = 'report' | 'mqtt_log' | 'gateway_link' | 'device_online' | 'device_value' | 'device_disablement'
  /** One row of each table: one at the earlier time, one now. */
  const rows: { readonly [T in Placed]: (at: Date) => Promise<unknown> } = {
    report: (at) =>
      db
        .insertInto('report')
        .values({ received_at: at, gateway_id: of.gateway, device_id: of.device, code: '1', position: 0 } as never)
        .execute(),
    mqtt_log: (at) =>
      db
        .insertInto('mqtt_log')
        .values({ at, path: '1.2', gateway_id: of.gateway, client: 'g', topic: 't', direction: 'up', result: 'taken' })
        .execute(),
    gateway_link: (at) =>
      db.insertInto('gateway_link').values({ gateway_id: of.gateway, online: true, at, cause: 'heard' }).execute(),
    device_online: (at) => db.insertInto('device_online').values({ device_id: of.device, online: true, at }).execute(),
    device_value: (at) => db.insertInto('device_value').values({ device_id: of.device, at, values: '{}' }).execute(),
    device_disablement: (at) =>
      db
        .insertInto('device_disablement')
        .values({ device_id: of.device, reason: '-', from_at: at, until_at: new Date(at.getTime() + 1), ended_at: at })
        .execute(),
  }
  const tables = Object.keys(rows) as Placed[]

  beforeAll(async () => {
    for (const at of [times.before, times.after]) await createPartitions(db, at)
    const place = { company_id: 2, path: '1.2', customer_id: 2 }
    const years = { maintenance_years: 1, inspection_cycle_days: 1, maintenance_cycle_days: 1 }
    await db.insertInto('project_type').values({ id: 2, code: 'T2', name_zh: '类型', name_en: 'Type' }).execute()
    const project = await db
      .insertInto('project')
      .values({ ...place, ...years, code: 'second', name: 'second', type_id: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const series = await db
      .insertInto('device_series')
      .values({ code: 'S', name: 'S', network: 'lora' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const model = await db
      .insertInto('device_model')
      .values({ series_id: series.id, code: 'M', name: 'M', offline_after_s: 900 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const standing = { ...place, project_id: project.id, model_id: model.id, bound_at: times.bound.toISOString() }
    const gateway = await db
      .insertInto('gateway')
      .values({ ...standing, code: 'G', name: 'G', secret_hash: Buffer.alloc(1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const device = await db
      .insertInto('device')
      .values({ ...standing, code: 'D', name: 'D', gateway_id: gateway.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    Object.assign(of, { gateway: gateway.id, device: device.id, project: project.id })
    await db.insertInto('account_project').values({ account_id: 2, project_id: project.id }).execute()
    for (const at of [times.before, times.after]) for (const table of tables) await rows[table](at)
  })

  const joined = (): Scope => ({ ...companyScope(3), joined: [{ id: of.project, rights: [] }] })
  const seen = async (scope: Scope): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const { n } = await scoped(db, scope)
            .selectFrom(table)
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
          return [table, n] as const
        }),
      ),
    )
  const each = (count: number): Record<string, number> => Object.fromEntries(tables.map((table) => [table, count]))

  test('every table that is read through a gateway or device and has a time declares this', () => {
    const named = Object.entries(tableFacts).flatMap(([name, { scope }]) =>
      typeof scope === 'object' && 'since' in scope && scope.since !== undefined ? [name] : [],
    )
    expect(named.sort()).toEqual(tables.toSorted())
    const through = Object.entries(tableFacts).flatMap(([name, { scope }]) =>
      typeof scope === 'object' && 'through' in scope && ['device', 'gateway'].includes(scope.through[1]) ? [name] : [],
    )
    // The people bound to the device, who are removed when it leaves.
    expect(through.filter((name) => !named.includes(name)).sort()).toEqual(peopleOfDevices)
  })
  test('is seen by the company that has it, with or without a joined project', async () => {
    expect(await seen(companyScope(1))).toEqual(each(2))
    expect(await seen(companyScope(2))).toEqual(each(2))
    expect(await seen({ ...companyScope(2), ownPath: '1.2' })).toEqual(each(2))
    expect(await seen({ ...companyScope(2), joined: [{ id: of.project + 1, rights: [] }] })).toEqual(each(2))
  })
  test('is not seen by a company that joined the project of its present place, nor by staff who see only that, nor by its customer', async () => {
    expect(await seen(joined())).toEqual(each(1))
    expect(await seen({ ...companyScope(2), only: 'projects' })).toEqual(each(1))
    expect(await seen({ kind: 'customer', customerId: 2, accountId: 2 })).toEqual({ ...each(1), mqtt_log: 0 })
    expect(await seen(companyScope(3))).toEqual(each(0))
  })
  test('is not visible for devices in stock', async () => {
    await db
      .updateTable('gateway')
      .set({ project_id: null, bound_at: null, created_by: 2 })
      .where('id', '=', of.gateway)
      .execute()
    await db.updateTable('device').set({ project_id: null, bound_at: null, created_by: 2 }).where('id', '=', of.device).execute()
    expect(await seen({ ...companyScope(2), only: 'projects' })).toEqual(each(0))
    expect(await seen(companyScope(2))).toEqual(each(2))
  })
})

const peopleOfDevices = ['device_notifier', 'device_user']
