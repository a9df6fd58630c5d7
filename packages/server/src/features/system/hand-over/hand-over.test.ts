import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { callerPasswordsOf, setCallerPasswords, showCallerPasswords } from '../../sites/project-notifier/caller-passwords.ts'
import { pageHandOvers, previewCompany, previewProject } from './hand-over.reads.ts'
import { runHandOver } from './run-hand-over.ts'
import { handOverCompany, handOverProject } from './start-hand-over.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let south: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

const nameOf = async (table: 'project' | 'company', id: number): Promise<string> =>
  (await world.db.selectFrom(table).select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

const order = async (site: Site, companyId: number, more: object = {}) =>
  handOverProject(siter, {
    projectId: site.project,
    companyId,
    name: await nameOf('project', site.project),
    reason: 'The service contract changes hands',
    ...more,
  })

/** What a caller sees of a site. */
const sight = async ({ db }: Ctx, site: Site) => {
  const tables = ['alarm', 'fault', 'work_order', 'device', 'gateway', 'sign_site'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await db.selectFrom(table).select('id').where('project_id', '=', site.project).execute()
      return rows.length
    }),
  )
  const project = await db.selectFrom('project').select('id').where('id', '=', site.project).execute()
  return [project.length, ...counts]
}
const nothing = [0, 0, 0, 0, 0, 0, 0]

test('a project moves with everything that belongs to it, including its history; the audit log stays', async () => {
  const site = await addSite(world.db, world.companies.north)
  await addAlarm(world.db, site)
  await addAlarm(world.db, site, { state: 'cleared', first_at: new Date(Date.now() - 86_400_000) })
  const before = await sight(north, site)
  expect(before.slice(0, 2)).toEqual([1, 2])
  expect(before).not.toContain(0)
  const input = { projectId: site.project, companyId: world.companies.south.id }
  const preview = await previewProject(siter, input)
  expect(preview).toMatchObject({
    refusals: [],
    counts: { openAlarms: 1, alarms: 2, faults: 1 },
  })
  expect(preview.effects.join()).toContain('a copy')
  const { id } = await order(site, world.companies.south.id)
  expect(world.queued.at(-1)).toEqual({ name: 'handOver', payload: { handOverId: id } })
  await runHandOver(world.systemCtx, id)
  expect(await sight(south, site)).toEqual(before)
  expect(await sight(north, site)).toEqual(nothing)
  const { customer_id } = await world.db
    .selectFrom('project')
    .select('customer_id')
    .where('id', '=', site.project)
    .executeTakeFirstOrThrow()
  expect(customer_id).not.toBe(site.customer)
  const customer = await south.db.selectFrom('customer').select('company_id').where('id', '=', customer_id).executeTakeFirst()
  expect(customer).toEqual({ company_id: world.companies.south.id })
  const { list } = await pageHandOvers(siter, {})
  expect(list[0]).toMatchObject({ id, state: 'settling', fromCompany: 'North Distributor', toCompany: 'South Distributor' })
  expect((await pageHandOvers(south, {})).list).toEqual([])
  const actions = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'hand_over')
    .orderBy('id')
    .execute()
  expect(actions.map((row) => row.action)).toEqual(['handOver.begin', 'handOver.finish'])
  const events = await world.db.selectFrom('live_event').select(['kind', 'path']).where('change', '=', 'handedOver').execute()
  expect(events).toContainEqual({ kind: 'refresh', path: world.companies.south.path })
  expect(events).toContainEqual({ kind: 'refresh', path: world.companies.north.path })
})

test('nobody ever sees half of it, and a process that crashes leaves nothing half done', async () => {
  const site = await addSite(world.db, world.companies.north)
  await addAlarm(world.db, site, { state: 'cleared' })
  const before = await sight(north, site)
  const { id } = await order(site, world.companies.south.id)
  // While something else holds the fault it cannot finish, but nearly everything else has been moved.
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let locked: () => void = () => undefined
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const holding = world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('fault').select('id').where('project_id', '=', site.project).forUpdate().execute()
    locked()
    await held
  })
  await isLocked
  const running = runHandOver(world.systemCtx, id).catch((error: unknown) => error)
  const blocked = async (): Promise<number[]> =>
    (
      await sql<{
        pid: number
      }>`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%"fault"%'`.execute(world.db)
    ).rows.map((row) => row.pid)
  await expect.poll(async () => (await blocked()).length, { timeout: 10_000 }).toBe(1)
  expect(await sight(north, site)).toEqual(before)
  expect(await sight(south, site)).toEqual(nothing)
  // The process crashes.
  for (const pid of await blocked()) await sql`select pg_terminate_backend(${pid})`.execute(world.db)
  expect(await running).toBeInstanceOf(Error)
  release()
  await holding
  expect(await sight(north, site)).toEqual(before)
  // The job is resumed.
  await runHandOver(world.systemCtx, id)
  expect(await sight(south, site)).toEqual(before)
  expect(await sight(north, site)).toEqual(nothing)
})

test('rows stored meanwhile with the old owner move when it settles', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { id } = await order(site, world.companies.south.id)
  await runHandOver(world.systemCtx, id)
  const late = await addAlarm(world.db, site)
  expect(late.path).toBe(world.companies.north.path)
  expect(await sight(north, site)).toEqual([0, 1, 0, 0, 0, 0, 0])
  await runHandOver(world.systemCtx, id)
  expect(await sight(north, site)).toEqual(nothing)
  expect((await sight(south, site))[1]).toBe(1)
  expect((await pageHandOvers(siter, {})).list[0]).toMatchObject({ id, state: 'done' })
})

test('a hand-over that settles late does not take back what was handed on meanwhile', async () => {
  const site = await addSite(world.db, world.companies.north)
  await addAlarm(world.db, site)
  const before = await sight(north, site)
  const { id: first } = await order(site, world.companies.south.id)
  await runHandOver(world.systemCtx, first)
  const { id: second } = await order(site, world.companies.north.id)
  await runHandOver(world.systemCtx, second)
  expect(await sight(north, site)).toEqual(before)
  await runHandOver(world.systemCtx, first)
  expect(await sight(north, site)).toEqual(before)
  expect(await sight(south, site)).toEqual(nothing)
  await runHandOver(world.systemCtx, second)
  expect(await sight(north, site)).toEqual(before)
  const states = await world.db.selectFrom('hand_over').select('state').where('id', 'in', [first, second]).execute()
  expect(states).toEqual([{ state: 'done' }, { state: 'done' }])
})

test('people who are not above its new place lose access', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { northEngineer, siterEngineer, northUser } = world.accounts
  await world.db
    .insertInto('account_project')
    .values([northEngineer, siterEngineer].map(({ id }) => ({ account_id: id, project_id: site.project })))
    .execute()
  await world.db.insertInto('device_user').values({ device_id: site.device, account_id: northUser.id }).execute()
  const { effects } = await previewProject(siter, { projectId: site.project, companyId: world.companies.south.id })
  expect(effects.filter((text) => text.endsWith(': 1'))).toHaveLength(2)
  await runHandOver(world.systemCtx, (await order(site, world.companies.south.id)).id)
  const left = await world.db.selectFrom('account_project').select('account_id').where('project_id', '=', site.project).execute()
  expect(left).toEqual([{ account_id: siterEngineer.id }])
  expect(await world.db.selectFrom('device_user').select('account_id').where('device_id', '=', site.device).execute()).toEqual([])
})

test('plans and photos go with it, and people of the former company no longer look after it', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { northEngineer, siterEngineer } = world.accounts
  const owner = { company_id: site.owner.id, path: site.owner.path, customer_id: site.customer }
  const [plan, photo, answer, result] = ['a', 'b', 'c', 'd'].map(
    (digit) => digit.repeat(24) + String(site.project).padStart(8, '0'),
  )
  const files = [plan, photo, answer, result].map((id) => ({
    ...owner,
    id,
    name: 'x.png',
    mime: 'image/png',
    size: 1,
    sha256: '-',
  }))
  await world.db
    .insertInto('file')
    .values(files.map((file) => ({ ...file, id: file.id ?? '', purpose: 'photo' as const })))
    .execute()
  await world.db
    .insertInto('floor_plan')
    .values({ project_id: site.project, building: 'A', floor: '1', image: plan ?? '' })
    .execute()
  await world.db
    .updateTable('work_order')
    .set({ photos: [photo ?? ''] })
    .where('id', '=', site.order)
    .execute()
  // Rows that belong to an order, not directly to the project.
  await world.db
    .insertInto('order_check')
    .values({ order_id: site.order, item: 0, photos: [answer ?? ''], answered_at: new Date() })
    .execute()
  await world.db
    .insertInto('order_device')
    .values({ order_id: site.order, device_id: site.device, photos: [result ?? ''] })
    .onConflict((conflict) => conflict.columns(['order_id', 'device_id']).doUpdateSet({ photos: [result ?? ''] }))
    .execute()
  const admins = [northEngineer, siterEngineer].map(({ id }) => ({ project_id: site.project, account_id: id }))
  await world.db.insertInto('project_admin').values(admins).execute()
  await world.db
    .updateTable('project_notifier')
    .set({ account_id: northEngineer.id })
    .where('project_id', '=', site.project)
    .execute()
  await runHandOver(world.systemCtx, (await order(site, world.companies.south.id)).id)
  const { customer_id } = await world.db
    .selectFrom('project')
    .select('customer_id')
    .where('id', '=', site.project)
    .executeTakeFirstOrThrow()
  const moved = await world.db
    .selectFrom('file')
    .select(['path', 'customer_id'])
    .where(
      'id',
      'in',
      [plan, photo, answer, result].map((id) => id ?? ''),
    )
    .execute()
  const { path } = world.companies.south
  expect(moved).toEqual(Array.from({ length: 4 }, () => ({ path, customer_id })))
  const of = world.db.selectFrom('project_admin').select('account_id')
  expect(await of.where('project_id', '=', site.project).execute()).toEqual([{ account_id: siterEngineer.id }])
  const listed = world.db.selectFrom('project_notifier').select('account_id')
  expect(await listed.where('project_id', '=', site.project).execute()).toEqual([{ account_id: null }])
})

test('callers’ words move along, and the new company learns that the former one knows them', async () => {
  const site = await addSite(world.db, world.companies.north)
  const input = { projectId: site.project, companyId: world.companies.south.id }
  const said = async () => (await previewProject(siter, input)).effects.join()
  expect(await said()).not.toContain('passwords')
  const words = { callerPassword: 'Ember', duressPassword: 'Maple' }
  await setCallerPasswords(north, { projectId: site.project, ...words })
  expect(await said()).toContain('passwords')
  await runHandOver(world.systemCtx, (await order(site, world.companies.south.id)).id)
  expect(await callerPasswordsOf(south, { projectId: site.project })).toMatchObject({ password: true, setOutside: true })
  expect(await showCallerPasswords(south, { projectId: site.project })).toEqual(words)
  await expect(showCallerPasswords(north, { projectId: site.project })).rejects.toMatchObject({ reason: 'notFound' })
  expect(await callerPasswordsOf(north, { projectId: site.project })).toMatchObject({ password: false })
  const { updatedAt } = await callerPasswordsOf(south, { projectId: site.project })
  await setCallerPasswords(south, { projectId: site.project, callerPassword: 'Cedar', ...(updatedAt && { updatedAt }) })
  expect(await callerPasswordsOf(south, { projectId: site.project })).toMatchObject({ setOutside: false })
})

test('refused: another name, the same company, a foreign customer, engineers left behind, a quota, and a second one at once', async () => {
  const site = await addSite(world.db, world.companies.north)
  const to = world.companies.south.id
  await expect(order(site, to, { name: 'another' })).rejects.toMatchObject({ reason: 'invalidInput', field: 'name' })
  await expect(order(site, world.companies.north.id)).rejects.toMatchObject({ reason: 'precondition' })
  await expect(order(site, to, { customerId: world.customers.north })).rejects.toMatchObject({ reason: 'precondition' })
  await world.db
    .insertInto('order_engineer')
    .values({ order_id: site.order, account_id: world.accounts.northEngineer.id })
    .execute()
  const { refusals } = await previewProject(siter, { projectId: site.project, companyId: to })
  expect(refusals.join()).toContain('engineers')
  await expect(order(site, to)).rejects.toMatchObject({ reason: 'precondition' })
  await world.db.deleteFrom('order_engineer').where('order_id', '=', site.order).execute()
  const quota = (projects: number) =>
    world.db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ projects }) })
      .where('id', '=', to)
      .execute()
  await quota(1)
  expect((await previewProject(siter, { projectId: site.project, companyId: to })).refusals.join()).toContain('South Distributor')
  await world.db.updateTable('company').set({ quotas: '{}' }).where('id', '=', to).execute()
  await order(site, to, { customerId: world.customers.south })
  await expect(order(site, to)).rejects.toMatchObject({ reason: 'precondition' })
  // The receiving company is outside North's branch.
  const name = await nameOf('project', site.project)
  await expect(handOverProject(north, { projectId: site.project, companyId: to, name, reason: 'no' })).rejects.toMatchObject({
    reason: 'notFound',
  })
})

test('a project goes up to a company above its own, whose quotas count it already', async () => {
  const { northAgent, north: above } = world.companies
  const site = await addSite(world.db, northAgent)
  const preview = await previewProject(siter, { projectId: site.project, companyId: above.id })
  expect(preview).toMatchObject({ refusals: [], to: 'North Distributor' })
})

test('changes since the request are checked again before it moves', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { id } = await order(site, world.companies.south.id)
  await world.db
    .insertInto('order_engineer')
    .values({ order_id: site.order, account_id: world.accounts.northEngineer.id })
    .execute()
  await runHandOver(world.systemCtx, id)
  expect((await pageHandOvers(siter, {})).list[0]).toMatchObject({
    id,
    state: 'failed',
    error: expect.stringContaining('engineers'),
  })
  expect((await sight(north, site))[0]).toBe(1)
})

test('a company moves to another parent with its branch, and stays the same for its own people', async () => {
  const { northAgent, northAgentTwo, south: target } = world.companies
  const site = await addSite(world.db, northAgentTwo)
  const agent = await world.ctxOf(world.accounts.northAgentAdmin)
  const before = await sight(agent, site)
  await world.db.updateTable('project').set({ applicant_path: northAgent.path }).where('id', '=', site.project).execute()
  const move = { companyId: northAgent.id, parentId: target.id }
  const preview = await previewCompany(siter, move)
  expect(preview).toMatchObject({ refusals: [], from: 'North Distributor', to: 'South Distributor' })
  expect(preview.counts).toMatchObject({
    companies: expect.any(Number),
    accounts: expect.any(Number),
    devices: expect.any(Number),
  })
  await expect(handOverCompany(agent, { ...move, name: 'North Agent', reason: '-' })).rejects.toMatchObject({
    reason: 'notFound',
  })
  const { id } = await handOverCompany(siter, { ...move, name: 'North Agent', reason: 'New distributor' })
  await runHandOver(world.systemCtx, id)
  await runHandOver(world.systemCtx, id)
  expect((await pageHandOvers(siter, {})).list[0]).toMatchObject({ id, state: 'done' })
  const { path, parent_id } = await world.db
    .selectFrom('company')
    .select(['path', 'parent_id'])
    .where('id', '=', northAgent.id)
    .executeTakeFirstOrThrow()
  expect({ path, parent_id }).toEqual({ path: `${target.path}.${northAgent.id}`, parent_id: target.id })
  expect(await sight(await world.ctxOf(world.accounts.northAgentAdmin), site)).toEqual(before)
  expect(await sight(south, site)).toEqual(before)
  const applied = await world.db
    .selectFrom('project')
    .select('applicant_path')
    .where('id', '=', site.project)
    .executeTakeFirstOrThrow()
  expect(applied.applicant_path).toBe(path)
  expect(await sight(north, site)).toEqual(nothing)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from company_count where path like ${`${path}%`}`.execute(
    world.db,
  )
  expect(rows[0]?.n).toBeGreaterThan(1)
})

test('a company cannot be moved below itself, below a company of the wrong type, or by itself', async () => {
  const { south: parent, southAgent, northAgentTwo } = world.companies
  const below = await previewCompany(siter, { companyId: parent.id, parentId: southAgent.id })
  expect(below.refusals).toHaveLength(1)
  const type = await previewCompany(siter, { companyId: southAgent.id, parentId: northAgentTwo.id })
  expect(type.refusals).not.toEqual([])
  await expect(previewCompany(south, { companyId: parent.id, parentId: southAgent.id })).rejects.toMatchObject({
    reason: 'noAccess',
  })
})

test('a hundred thousand alarms move in one transaction', async () => {
  const site = await addSite(world.db, world.companies.north)
  const alarm = await addAlarm(world.db, site, { state: 'cleared' })
  await sql`
    insert into alarm (company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, state, source_format, source_code,
      source_active, first_at, last_at, stored_at)
    select company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, 'cleared', source_format, source_code, false,
      first_at - n * interval '100 milliseconds', last_at, stored_at from alarm, generate_series(1, 100000) as n where id = ${alarm.id}`.execute(
    world.db,
  )
  const { id } = await order(site, world.companies.south.id)
  const began = performance.now()
  await runHandOver(world.systemCtx, id)
  const ms = performance.now() - began
  console.log(`100,000 alarms handed over in ${Math.round(ms)} ms`)
  expect((await sight(south, site))[1]).toBe(100_001)
  expect(ms).toBeLessThan(60_000)
})
