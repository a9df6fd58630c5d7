import { DomainError } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSite } from './features/alarms/alarm/alarm.fixture.ts'
import { pageRecords } from './features/base/message-record/message-record.reads.ts'
import { removeRole, updateRole } from './features/people/role/role.verbs.ts'
import { removeAccount } from './features/people/account/account.verbs.ts'
import { customerDetail, customerExport, pageCustomers } from './features/people/customer/customer.reads.ts'
import { removeCustomer } from './features/people/customer/customer.verbs.ts'
import { addProviders, addRule, addToList, engineOf, raise, stepOf } from './features/notify/notification/notification.fixture.ts'
import { previewCall } from './features/notify/notification/preview.ts'
import { removeTeam } from './features/notify/duty/duty-team.verbs.ts'
import { removeTemplate } from './features/notify/message-template/message-template.verbs.ts'
import { removeProject } from './features/sites/project/project.verbs.ts'
import { removeProjectType } from './features/sites/project/project-type.verbs.ts'
import { removeSignSite } from './features/sites/sign-site/sign-site.verbs.ts'
import type { Ctx } from './platform/context.ts'
import { scoped } from './platform/database/scope.ts'
import { testWorld, type TestWorld } from './testing/context.ts'
import { addOwnedRows, type OwnedRows } from './testing/rows.ts'

// What staff read who see only the projects assigned to them, or only what is their own.

let world: TestWorld
let north: Ctx
/** Rows of a project that is assigned to North's administrator, and created by them. */
let mine: OwnedRows
/** Rows of another project of the same company. */
let other: OwnedRows
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  mine = await addOwnedRows(world.db, world.companies.north)
  other = await addOwnedRows(world.db, world.companies.north)
  await world.db
    .insertInto('account_project')
    .values({ account_id: me(), project_id: Number(mine.project) })
    .execute()
  await world.db.updateTable('project').set({ created_by: me() }).where('id', '=', Number(mine.project)).execute()
})
afterAll(() => world.stop())

const me = (): number => world.accounts.northAdmin.id
const narrowed = (only: 'projects' | 'own'): Ctx => {
  if (north.scope.kind !== 'company') throw new Error('no staff')
  const scope = { ...north.scope, only }
  return { ...north, scope, db: scoped(world.db, scope) }
}

describe('files', () => {
  /** One file for each column that shows one, named after it. */
  const addFiles = async (rows: OwnedRows, mark: string): Promise<void> => {
    const { db, companies } = world
    const owned = { company_id: companies.north.id, path: companies.north.path }
    const fileOf = async (name: string): Promise<string> => {
      const file = {
        ...owned,
        name,
        mime: 'image/png',
        size: 1,
        sha256: '-',
        purpose: 'photo',
        account_id: world.accounts.siterAdmin.id,
      }
      const id = randomBytes(16).toString('hex')
      await db
        .insertInto('file')
        .values({ ...file, id, name: `${mark} ${name}` })
        .execute()
      return id
    }
    const project_id = Number(rows.project)
    const order_id = Number(rows.work_order)
    const ofAlarm = { ...owned, project_id, alarm_id: Number(rows.alarm) }
    const at = new Date()
    await db
      .insertInto('floor_plan')
      .values({ project_id, building: 'A', floor: mark, image: await fileOf('plan') })
      .execute()
    await db
      .insertInto('project_document')
      .values({ project_id, kind: 'drawing', title: mark, files: [await fileOf('document')] })
      .execute()
    await db
      .insertInto('alarm_note')
      .values({ ...ofAlarm, at, photos: [await fileOf('photo')], videos: [await fileOf('video')] })
      .execute()
    await db
      .insertInto('alarm_closing')
      .values({ ...ofAlarm, photos: [await fileOf('closing')] })
      .execute()
    const made = { language: 'en', check_code: mark, sha256: mark, size: 1 } as const
    await db
      .insertInto('alarm_file')
      .values({ ...ofAlarm, ...made, at, file_id: await fileOf('alarm file') })
      .execute()
    await db
      .insertInto('user_feedback')
      .values({ ...owned, project_id, content: mark, photos: [await fileOf('feedback')] })
      .execute()
    const shown = { photos: [await fileOf('order')], complete_photos: [await fileOf('completion')] }
    await db
      .updateTable('work_order')
      .set({ ...shown, signature_image: await fileOf('signature') })
      .where('id', '=', order_id)
      .execute()
    await db
      .updateTable('order_device')
      .set({ photos: [await fileOf('device')] })
      .where('order_id', '=', order_id)
      .execute()
    await db
      .insertInto('order_check')
      .values({ order_id, item: 1, photos: [await fileOf('check')], answered_at: at })
      .execute()
  }
  const ofProject = ['alarm file', 'closing', 'document', 'feedback', 'photo', 'plan', 'video']
  const ofOrder = ['check', 'completion', 'device', 'order', 'signature']
  const seen = async (only: 'projects' | 'own'): Promise<string[]> => {
    const rows = await narrowed(only).db.selectFrom('file').select('name').where('sha256', '=', '-').orderBy('name').execute()
    return rows.map(({ name }) => name).filter((name) => name !== 'photo.png')
  }
  const named = (mark: string, names: readonly string[]): string[] => names.toSorted().map((name) => `${mark} ${name}`)

  test('are seen with what shows them, those of orders with the order', async () => {
    await addFiles(mine, 'mine')
    await addFiles(other, 'other')
    expect(await seen('projects')).toEqual(named('mine', [...ofProject, ...ofOrder]))
    expect(await seen('own')).toEqual(named('mine', ofProject))
    await world.db
      .insertInto('order_engineer')
      .values({ order_id: Number(mine.work_order), account_id: me() })
      .execute()
    expect(await seen('own')).toEqual(named('mine', [...ofProject, ...ofOrder]))
    await world.db.deleteFrom('order_engineer').where('account_id', '=', me()).execute()
  })
})

describe('a refused deletion names only what they see', () => {
  const created = async (table: 'customer' | 'account' | 'role' | 'message_template', id: unknown): Promise<number> => {
    await world.db
      .updateTable<'customer' | 'account' | 'role' | 'message_template'>(table)
      .set({ created_by: me() })
      .where('id', '=', Number(id))
      .execute()
    return Number(id)
  }
  const project = async () =>
    world.db.selectFrom('project').select(['name', 'type_id']).where('id', '=', Number(mine.project)).executeTakeFirstOrThrow()
  const cases: Record<string, () => Promise<{ work: (ctx: Ctx) => Promise<unknown>; names: string[] }>> = {
    'a customer': async () => {
      const id = await created('customer', mine.customer)
      const { name } = await project()
      return { work: (ctx) => removeCustomer(ctx, { id }), names: [name, expect.stringMatching(/^cus/), '…'] }
    },
    'a project': async () => {
      const { code } = await world.db
        .selectFrom('gateway')
        .select('code')
        .where('id', '=', Number(mine.gateway))
        .executeTakeFirstOrThrow()
      return {
        work: (ctx) => removeProject(ctx, { id: Number(mine.project) }),
        names: [code, expect.anything(), expect.anything(), expect.anything(), '…'],
      }
    },
    'a type of projects': async () => {
      const { name, type_id } = await project()
      await world.db.updateTable('project').set({ type_id }).where('id', '=', Number(other.project)).execute()
      return { work: (ctx) => removeProjectType(ctx, { id: type_id }), names: [name, '…'] }
    },
    'a sign-in address': async () => {
      const site_id = Number(mine.sign_site)
      await world.db
        .insertInto('order_site')
        .values({ order_id: Number(mine.work_order), site_id })
        .execute()
      return { work: (ctx) => removeSignSite(ctx, { id: site_id }), names: ['…'] }
    },
    'a duty team': async () => {
      const id = Number(mine.duty_team)
      await world.db.updateTable('duty_team').set({ created_by: me() }).where('id', '=', id).execute()
      await addRule(world.db, world.companies.north, { steps: [stepOf({ receivers: [{ kind: 'duty', teamId: id }] })] })
      return { work: (ctx) => removeTeam(ctx, { id }), names: ['…'] }
    },
    'a message template': async () => {
      const id = await created('message_template', mine.message_template)
      const { id: company_id, path } = world.companies.north
      const task = { title: 'Secret', type: 'notice', push_type: 'mail', push_object: 'all', state: 'draft' } as const
      await world.db
        .insertInto('message_task')
        .values({ ...task, company_id, path, template_en_id: id })
        .execute()
      return { work: (ctx) => removeTemplate(ctx, { id }), names: ['…'] }
    },
    'an account': async () => {
      const id = await created('account', world.accounts.northEngineer.id)
      await world.db
        .insertInto('order_engineer')
        .values({ order_id: Number(other.work_order), account_id: id })
        .execute()
      return { work: (ctx) => removeAccount(ctx, 'staff', { id }), names: ['…'] }
    },
    'a role': async () => {
      const id = await created('role', mine.role)
      await world.db
        .insertInto('account_role')
        .values({ account_id: Number(other.account), role_id: id })
        .execute()
      return { work: (ctx) => removeRole(ctx, { id }), names: ['…'] }
    },
  }
  test.each(Object.entries(cases))('%s', async (_what, prepare) => {
    const { work, names } = await prepare()
    const refused = await work(narrowed('own')).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DomainError)
    expect(refused).toMatchObject({ reason: 'inUse', params: { dependants: names } })
  })
  test('so does a refused change of the type of a role', async () => {
    const id = Number(mine.role)
    const { name, version, level } = await world.db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const change = updateRole(narrowed('own'), { id, version, name, level, type: 'customer', dataScope: 'own' })
    const refused = (await change.catch((error: unknown) => error)) as DomainError
    expect(refused).toMatchObject({ reason: 'precondition', field: 'type' })
    expect(refused.params['reason']).toMatch(/held by …;/)
  })
})

test('counts of a customer are of what they see, in the list, the detail and the export', async () => {
  const customer_id = Number(mine.customer)
  await world.db.updateTable('project').set({ customer_id }).where('id', '=', Number(other.project)).execute()
  await world.db.updateTable('device').set({ customer_id }).where('id', '=', Number(other.device)).execute()
  await world.db.updateTable('alarm').set({ customer_id }).where('id', '=', Number(other.alarm)).execute()
  const counts = { projects: 1, devices: 1, openAlarms: 1 }
  for (const only of ['projects', 'own'] as const) {
    const ctx = narrowed(only)
    expect(await customerDetail(ctx, { id: customer_id })).toMatchObject({ ...counts, contracts: 0 })
    expect((await pageCustomers(ctx, {})).list).toMatchObject([counts])
    expect((await customerExport.page(ctx, { pageSize: 80, pageNum: 1 })).list).toMatchObject([counts])
  }
  expect(await customerDetail(north, { id: customer_id })).toMatchObject({ projects: 2, devices: 2, openAlarms: 2, contracts: 1 })
})

test('the preview names neither rules that they do not see nor the people of these', async () => {
  const { siterAdmin, northEngineer } = world.accounts
  const projectId = Number(mine.project)
  await world.db.deleteFrom('project_notifier').where('project_id', '=', projectId).execute()
  await addToList(world.db, { project: projectId }, 1, 'Ann')
  const accounts = { kind: 'accounts' as const, accountIds: [northEngineer.id, siterAdmin.id] }
  const steps = [stepOf({ channels: ['sms'], receivers: [{ kind: 'callList' }, accounts] })]
  const rule = await addRule(world.db, world.companies.north, { name: 'Night fires', projectIds: [projectId], steps })
  const linesOf = async (ctx: Ctx) => {
    const { lines } = await previewCall(ctx, { projectId, event: 'alarm', level: 'fire' })
    return lines.flatMap(({ ruleId, ruleName, receiver: { name } }) =>
      ruleId === rule ? `${ruleName === 'Night fires' ? 'named' : 'hidden'} ${name}` : [],
    )
  }
  expect(await linesOf(north)).toEqual(['named Ann', 'named North Engineer', 'named Siter Admin'])
  for (const only of ['projects', 'own'] as const)
    expect(await linesOf(narrowed(only))).toEqual(['hidden Ann', 'hidden ', 'hidden '])
})

test('records of what was sent name nobody whom only such a rule names, nor are they found by the name', async () => {
  const { db, accounts, companies } = world
  const site = await addSite(db, companies.north)
  await db.insertInto('account_project').values({ account_id: me(), project_id: site.project }).execute()
  await db.updateTable('account').set({ phone: '13800001112' }).where('id', '=', accounts.northEngineer.id).execute()
  await addProviders(db, companies.siter)
  await db.deleteFrom('project_notifier').where('project_id', '=', site.project).execute()
  await addToList(db, site, 1, 'Ann')
  const engineer = { kind: 'accounts' as const, accountIds: [accounts.northEngineer.id] }
  const steps = [stepOf({ channels: ['sms'], receivers: [{ kind: 'callList' }, engineer] })]
  await addRule(db, companies.north, { projectIds: [site.project], steps })
  await raise(world, site)
  await engineOf(world).round()
  const found = async (ctx: Ctx, more: { keyword?: string } = {}) =>
    (await pageRecords(ctx, { ...more, channel: 'sms' })).list.map(({ receiver }) => receiver).sort()
  expect(await found(north)).toEqual(['Ann', 'North Engineer'])
  expect(await found(narrowed('projects'))).toEqual(['', 'Ann'])
  expect(await found(north, { keyword: 'Engineer' })).toEqual(['North Engineer'])
  expect(await found(narrowed('projects'), { keyword: 'Engineer' })).toEqual([])
})
