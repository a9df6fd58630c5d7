import { enums } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { pageDevices } from '../../equipment/device/device.reads.ts'
import { homeFigures } from './home.reads.ts'
import { homeEnding, homeTodo } from './home-todo.reads.ts'

let world: TestWorld
let first: Site
let below: Site
let foreign: Site
const as = (account: WorldAccount): Promise<Ctx> => world.ctxOf(account)

beforeAll(async () => {
  world = await testWorld()
  const { db, companies } = world
  first = await addSite(db, companies.north)
  below = await addSite(db, companies.northAgent)
  foreign = await addSite(db, companies.south)
})
afterAll(() => world.stop())

test('devices and projects by status, as their lists find them; customers for those who may see them', async () => {
  const { accounts, db } = world
  const ctx = await as(accounts.northAdmin)
  await addAlarm(db, first)
  await db.updateTable('fault').set({ state: 'solved' }).execute()
  const more = await addSite(db, world.companies.north)
  const bad = await addSite(db, world.companies.north)
  const good = await addSite(db, world.companies.north)
  const quiet = await addSite(db, world.companies.north)
  await db
    .updateTable('fault')
    .set({ state: 'solved' })
    .where('device_id', 'in', [more.device, good.device, quiet.device])
    .execute()
  await db.updateTable('device').set({ low_power: true }).where('id', 'in', [more.device, bad.device]).execute()
  await db.updateTable('device').set({ online: true }).where('id', 'in', [good.device, first.device]).execute()
  const ownModel = db
    .selectFrom('device_model')
    .select(['series_id', sql<string>`'QUIET'`.as('code'), 'name', sql<'never'>`'never'`.as('supervision')])
    .where('id', '=', (one) => one.selectFrom('device').select('model_id').where('id', '=', quiet.device))
  const { id: never } = await db
    .insertInto('device_model')
    .columns(['series_id', 'code', 'name', 'supervision'])
    .expression(ownModel)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('device').set({ model_id: never, online: null }).where('id', '=', quiet.device).execute()
  await db.updateTable('project').set({ status: 'maintenance', audit: 'pending' }).where('id', '=', good.project).execute()
  await db.updateTable('gateway').set({ activated_at: world.clock.now() }).where('id', '=', good.gateway).execute()
  const { devicesOf, devices, projectsOf, pendingProjects, gatewaysActivated, customers } = await homeFigures(ctx)
  expect(devicesOf).toEqual({ alarm: 1, fault: 1, lowPower: 1, offline: 1, online: 1, unsupervised: 1 })
  expect(devices).toBe(6)
  for (const status of enums.deviceStatus) expect((await pageDevices(ctx, { status })).total, status).toBe(devicesOf[status])
  expect(projectsOf).toEqual({ uninstall: 5, installing: 0, maintenance: 1, overmaintenance: 0 })
  expect([pendingProjects, gatewaysActivated]).toEqual([1, 1])
  expect(customers).toBeGreaterThanOrEqual(5)
  expect((await homeFigures(await as(accounts.northEngineer))).customers).toBeNull()
})

test('what waits for whom', async () => {
  const { accounts, companies, db, clock } = world
  await db.deleteFrom('order_engineer').execute()
  await db.updateTable('work_order').set({ status: 'complete' }).execute()
  const site = await addSite(db, companies.north)
  const engineer = accounts.northEngineer.id
  const put = (id: number, status: 'pending_receive' | 'pending_verify', completed_by: number | null = null) =>
    db.updateTable('work_order').set({ status, completed_by }).where('id', '=', id).execute()
  await put(site.order, 'pending_receive')
  await db.insertInto('order_engineer').values({ order_id: site.order, account_id: engineer }).execute()
  const other = await addSite(db, companies.north)
  await put(other.order, 'pending_verify', accounts.northAdmin.id)
  const third = await addSite(db, companies.north)
  await put(third.order, 'pending_verify', engineer)
  const todo = async (account: WorldAccount) => homeTodo(await as(account))
  const admin = await todo(accounts.northAdmin)
  expect(admin.orders.filter(({ kind }) => kind === 'repair')).toEqual([
    { kind: 'repair', status: 'pending_verify', mine: false, count: 1 },
  ])
  expect(admin.orders).toContainEqual({ kind: 'inspect', status: 'pending_assign', mine: false, count: 3 })
  expect((await todo(accounts.northEngineer)).orders).toEqual([
    { kind: 'repair', status: 'pending_receive', mine: true, count: 1 },
  ])
  expect((await todo(accounts.northBare)).orders).toEqual([])
  expect((await todo(accounts.southAdmin)).orders).toEqual([])

  await db.updateTable('project').set({ audit: 'approved' }).execute()
  const applied = { audit: 'pending', applicant_path: companies.north.path, applied_by: accounts.northAdmin.id } as const
  await db.updateTable('project').set(applied).where('id', '=', site.project).execute()
  const applications = async (account: WorldAccount) => (await todo(account)).applications
  expect(await applications(accounts.siterAdmin)).toBe(1)
  // The applicant does not decide.
  expect(await applications(accounts.northAdmin)).toBe(0)
  expect(await applications(accounts.northEngineer)).toBeNull()

  const feedback = { company_id: companies.north.id, path: companies.north.path, project_id: site.project, content: 'x' }
  const before = (await todo(accounts.northAdmin)).feedback ?? 0
  await db
    .insertInto('user_feedback')
    .values([feedback, { ...feedback, state: 'handled' }])
    .execute()
  expect((await todo(accounts.northAdmin)).feedback).toBe(before + 1)
  expect((await todo(accounts.northEngineer)).feedback).toBeNull()

  await addAlarm(db, site, { acknowledge_due_at: new Date(clock.now().getTime() - 1_000) })
  await addAlarm(db, site, { acknowledge_due_at: new Date(clock.now().getTime() + 60_000) })
  const breached = async () => (await todo(accounts.northAdmin)).breached
  expect(await breached()).toBe(0)
  await db
    .insertInto('desk_hold')
    .values({ project_id: site.project, account_id: accounts.northAdmin.id, taken_at: clock.now(), seen_at: clock.now() })
    .execute()
  expect(await breached()).toBe(1)
  expect((await todo(accounts.southAdmin)).breached).toBe(0)
  expect((await todo(accounts.northEngineer)).breached).toBeNull()
})

test('what ends within 30 days, the next first', async () => {
  const { accounts, companies, customers, db, clock } = world
  const inDays = (days: number): Date => new Date(clock.now().getTime() + days * 86_400_000)
  const day = (days: number): string => inDays(days).toISOString().slice(0, 10)
  const due = (site: Site, days: number) =>
    db
      .updateTable('project')
      .set({ due_at: inDays(days) })
      .where('id', '=', site.project)
      .execute()
  await due(first, 29)
  await due(below, 3)
  await due(foreign, 2)
  await due(await addSite(db, companies.north), 31)
  await due(await addSite(db, companies.north), -1)
  const contract = { customer_id: customers.north, company_id: companies.north.id, path: companies.north.path }
  const row = (contract_no: string, ends_on: string) => ({
    ...contract,
    contract_no,
    ends_on,
    starts_on: day(-100),
    kind: 'maintenance' as const,
  })
  await db.deleteFrom('customer_contract').execute()
  await db
    .insertInto('customer_contract')
    .values([row('C-20', day(20)), row('C-9', day(9)), row('C-40', day(40)), row('C-over', day(-3))])
    .execute()
  const { projects, contracts } = await homeEnding(await as(accounts.northAdmin))
  expect(projects?.list.map(({ id }) => id)).toEqual([below.project, first.project])
  expect(projects?.total).toBe(2)
  expect(contracts).toMatchObject({ total: 2, list: [{ contractNo: 'C-9' }, { contractNo: 'C-20' }] })
  expect(await homeEnding(await as(accounts.northEngineer))).toEqual({ contracts: null, projects: null })
})
