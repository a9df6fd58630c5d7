import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site, addAlarm } from '../../alarms/alarm/alarm.fixture.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { homeFigures } from '../../overview/home/home.reads.ts'
import { createRole } from '../role/role.verbs.ts'
import { projectsOfAccount } from './account-projects.reads.ts'
import { accountDetail } from './account.reads.ts'
import { assignProjects, withdrawProjects } from './account-projects.verbs.ts'
import { createAccount } from './account.verbs.ts'

let world: TestWorld
let admin: Ctx
let site: Site
let other: Site
let foreign: Site
let keeper: { id: number; account: string; roleId: number }

beforeAll(async () => {
  world = await testWorld()
  admin = await world.ctxOf(world.accounts.northAdmin)
  ;[site, other] = [await addSite(world.db, world.companies.north), await addSite(world.db, world.companies.northAgent)]
  foreign = await addSite(world.db, world.companies.south)
  for (const each of [site, other, foreign]) await addAlarm(world.db, each)
  const grants = [
    'alarm:view',
    'alarm:export',
    'dataHome:view',
    'role:view',
    'role:create',
    'companyAccount:view',
    'account:update',
  ]
  const role = await createRole(admin, { name: 'Keeper', type: 'distributor', level: 5, dataScope: 'projects', grants })
  const { id } = await createAccount(admin, {
    account: 'keeper1',
    name: 'Keeper',
    phone: '13800000011',
    roleIds: [role.id],
    companyId: world.companies.north.id,
  })
  keeper = { id, account: 'keeper1', roleId: role.id }
})
afterAll(() => world.stop())

const seen = async () => {
  const ctx = await world.ctxOf(keeper)
  const { list } = await pageAlarms(ctx, {})
  return list.map((row) => row.projectId).sort((a, b) => Number(a) - Number(b))
}

test('without a project there is nothing to see', async () => {
  expect(await seen()).toEqual([])
  expect(await homeFigures(await world.ctxOf(keeper))).toMatchObject({ projects: 0, devices: 0, gateways: 0, openAlarms: 0 })
})

test('assigned projects open what belongs to them, with an audit row', async () => {
  await assignProjects(admin, { accountId: keeper.id, projectIds: [site.project, other.project] })
  expect(await seen()).toEqual([site.project, other.project].sort((a, b) => a - b))
  // On a busy machine an answer took so long that it is given for up to 30 s more.
  await vi.waitFor(async () => {
    const figures = await homeFigures(await world.ctxOf(keeper))
    expect(figures).toMatchObject({ projects: 2, devices: 2, gateways: 2, openAlarms: 2 })
  }, 40_000)
  const { list } = await projectsOfAccount(admin, { accountId: keeper.id })
  expect(list.map((row) => row.id).sort((a, b) => a - b)).toEqual([site.project, other.project].sort((a, b) => a - b))
  expect(await accountDetail(admin, 'staff', { id: keeper.id })).toMatchObject({ dataScope: 'projects' })
  expect(await lastAudit()).toEqual({
    action: 'account.assignProjects',
    changes: { projects: [null, expect.arrayContaining([site.project, other.project])] },
  })
})

const lastAudit = () =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('object_kind', '=', 'account')
    .where('object_id', '=', String(keeper.id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('withdrawn projects are closed again', async () => {
  await withdrawProjects(admin, { accountId: keeper.id, projectIds: [other.project] })
  expect(await seen()).toEqual([site.project])
  expect(await lastAudit()).toEqual({ action: 'account.withdrawProjects', changes: { projects: [[other.project], null] } })
})

test('nobody assigns a project they do not see, to an account they do not manage, or beyond the account’s branch', async () => {
  const assign = (ctx: Ctx, accountId: number, project: number) => assignProjects(ctx, { accountId, projectIds: [project] })
  await expect(assign(admin, keeper.id, foreign.project)).rejects.toMatchObject({ reason: 'notFound' })
  await expect(assign(admin, world.accounts.northAdmin.id, site.project)).rejects.toMatchObject({ reason: 'ownAccount' })
  await expect(assign(admin, world.accounts.northAgentAdmin.id, site.project)).rejects.toMatchObject({ reason: 'notHere' })
  const own = await world.ctxOf(keeper)
  await expect(assign(own, keeper.id, site.project)).rejects.toMatchObject({ reason: 'ownAccount' })
  await expect(assign(own, world.accounts.northBare.id, site.project)).rejects.toMatchObject({ reason: 'notFound' })
})

test('nobody gives a scope that they lack', async () => {
  const own = await world.ctxOf(keeper)
  const draft = { name: 'Beyond', type: 'distributor', level: 7 } as const
  for (const dataScope of ['branch', 'company'] as const)
    await expect(createRole(own, { ...draft, dataScope })).rejects.toMatchObject({ reason: 'grantBeyondOwn', field: 'dataScope' })
  const { id } = await createRole(own, draft)
  const role = await world.db.selectFrom('role').select('data_scope').where('id', '=', id).executeTakeFirstOrThrow()
  expect(role.data_scope).toBe('projects')
  await createRole(own, { ...draft, name: 'Below', dataScope: 'own' })
})

test('somebody who sees only chosen projects keeps seeing one that they created', async () => {
  const { id } = await world.db
    .insertInto('project')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      customer_id: site.customer,
      code: 'MADE-1',
      name: 'Made',
      type_id: 1,
      maintenance_years: 1,
      inspection_cycle_days: 1,
      maintenance_cycle_days: 1,
      created_by: keeper.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { db } = await world.ctxOf(keeper)
  expect(await db.selectFrom('project').select('id').where('id', '=', id).execute()).toEqual([{ id }])
})
