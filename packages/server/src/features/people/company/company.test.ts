import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CompanyKind } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { verifyPassword } from '../../base/access/password.ts'
import { newCompany, reasonOf } from './company.fixture.ts'
import { companyDetail, pageCompanies, selectCompanies } from './company.reads.ts'
import { createCompany } from './create-company.ts'
import { removeCompany, setCompanyEnabled } from './company-control.verbs.ts'
import { stopsOf } from './stops.reads.ts'
import { updateCompany } from './company.verbs.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let south: Ctx

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})

const companyRow = (id: number) => world.db.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const adminOf = async (companyId: number) => {
  const { admin_account_id } = await companyRow(companyId)
  const account = await world.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', admin_account_id ?? 0)
    .executeTakeFirstOrThrow()
  const role = await world.db
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .selectAll('role')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return { account, role }
}
const lastAudit = (action: string) =>
  world.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirstOrThrow()
/** The form of a company without any change. */
const formOf = async (ctx: Ctx, kind: CompanyKind, id: number) => {
  const { name, orgCode, contacter, phone, version } = await companyDetail(ctx, kind, { id })
  return { id, version, name, orgCode, contacter, phone: phone ?? '13800000000' }
}

describe('creating', () => {
  test('a company comes with its path, branding, first role and administrator', async () => {
    const input = newCompany({ domain: 'Fire.Example.COM', quotas: { accounts: 5 }, adminName: 'Ada', adminPhone: '13800000077' })
    const { id, password } = await createCompany(siter, 'distributor', input)
    expect(password).toMatch(/^[\w-]{12}$/)
    const detail = await companyDetail(siter, 'distributor', { id })
    expect(detail).toMatchObject({
      type: 'distributor',
      domain: 'fire.example.com',
      parentName: 'Emberwatch',
      companyPath: `Emberwatch › ${input.name}`,
      adminAccount: input.adminAccount,
      companies: 0,
      accounts: 1,
      quotas: { accounts: 5 },
      enabled: true,
      createdBy: 'Siter Admin',
      lastLoginAt: null,
    })
    expect((await companyRow(id)).path).toBe(`${world.companies.siter.path}.${id}`)
    expect(await world.db.selectFrom('company_config').select('path').where('company_id', '=', id).executeTakeFirst()).toEqual({
      path: `${world.companies.siter.path}.${id}`,
    })
    const { account, role } = await adminOf(id)
    expect(account).toMatchObject({ type: 'distributor', account: input.adminAccount, must_change_password: true, enabled: true })
    expect(account).toMatchObject({ name: 'Ada', phone: '13800000077' })
    expect(await verifyPassword(password ?? '', account.password_hash)).toBe(true)
    expect(role).toMatchObject({ company_id: id, type: 'distributor', level: 1, name: '管理员' })
    const caller = await callerOfAccount(world.db, world.clock)(account.id)
    const held = caller?.actor.operations ?? new Set()
    expect(held.has('agentOne:create') && held.has('account:create') && held.has('role:assign')).toBe(true)
    // What its type may not have, and what only engineers have.
    for (const code of ['distributor:create', 'menu:view', 'order:work']) expect(held.has(code), code).toBe(false)
  })

  test('the first role contains nothing that its creator lacks, at the creator’s own level', async () => {
    await world.db.updateTable('role').set({ level: 3 }).where('id', '=', world.accounts.northAdmin.roleId).execute()
    const lacking = {
      ...north,
      actor: {
        ...north.actor,
        level: 3,
        operations: new Set(['agentOne:create', 'agentOne:view', 'alarm:view', 'account:create']),
      },
    }
    const { id } = await createCompany(lacking, 'agent_one', newCompany())
    const { account, role } = await adminOf(id)
    const caller = await callerOfAccount(world.db, world.clock)(account.id)
    expect([...(caller?.actor.operations ?? [])].sort()).toEqual(['account:create', 'alarm:view'])
    expect(role.level).toBe(3)
    await world.db.updateTable('role').set({ level: 1 }).where('id', '=', world.accounts.northAdmin.roleId).execute()
  })

  test('the default password of the settings is in no answer', async () => {
    const ctx = { ...siter, config: { ...siter.config, defaultAccountPassword: 'changeMe99' } }
    const { id, password } = await createCompany(ctx, 'distributor', newCompany())
    expect(password).toBeNull()
    const { account } = await adminOf(id)
    expect(account.must_change_password && (await verifyPassword('changeMe99', account.password_hash))).toBe(true)
    const { changes } = await lastAudit('account.create')
    expect(JSON.stringify(changes)).not.toContain('changeMe99')
  })

  type Place = keyof TestWorld['companies']
  test.each<[CompanyKind, Place, string]>([
    ['distributor', 'siter', 'ok'],
    ['distributor', 'north', 'notHere'],
    ['distributor', 'northAgent', 'notHere'],
    ['agent_one', 'siter', 'ok'],
    ['agent_one', 'north', 'ok'],
    ['agent_one', 'northAgent', 'notHere'],
    ['agent_two', 'siter', 'ok'],
    ['agent_two', 'north', 'ok'],
    ['agent_two', 'northAgent', 'ok'],
    ['agent_two', 'northAgentTwo', 'notHere'],
  ])('a %s below %s: %s', async (kind, place, result) => {
    expect(await reasonOf(createCompany(siter, kind, newCompany({ parentId: world.companies[place].id })))).toBe(result)
  })

  test('below one’s own company by default, and nowhere outside one’s branch', async () => {
    const { id } = await createCompany(north, 'agent_one', newCompany())
    expect((await companyRow(id)).parent_id).toBe(world.companies.north.id)
    expect(await reasonOf(createCompany(north, 'agent_one', newCompany({ parentId: world.companies.south.id })))).toBe('notFound')
    expect(await reasonOf(createCompany(north, 'agent_one', newCompany({ parentId: world.companies.siter.id })))).toBe('notFound')
  })

  test('codes, domains and login names must be unused; those of a deleted company are free again', async () => {
    const taken = newCompany({ domain: 'taken.example.com' })
    const { id } = await createCompany(siter, 'distributor', taken)
    const duplicate = async (more: Parameters<typeof newCompany>[0]) =>
      createCompany(siter, 'distributor', newCompany(more)).catch((error: unknown) => error)
    expect(await duplicate({ orgCode: taken.orgCode.toLowerCase() })).toMatchObject({ reason: 'duplicate', field: 'orgCode' })
    expect(await duplicate({ domain: 'TAKEN.example.com' })).toMatchObject({ reason: 'duplicate', field: 'domain' })
    expect(await duplicate({ adminAccount: taken.adminAccount.toUpperCase() })).toMatchObject({
      reason: 'duplicate',
      field: 'adminAccount',
    })
    await removeCompany(siter, 'distributor', { id })
    expect(await reasonOf(createCompany(siter, 'distributor', taken))).toBe('ok')
  })

  test('time zone and language are those of the company above, unless they are given', async () => {
    const above = await createCompany(siter, 'distributor', newCompany({ timeZone: 'Europe/London', language: 'en' }))
    const below = async (more: Parameters<typeof newCompany>[0] = {}) => {
      const { id } = await createCompany(siter, 'agent_one', newCompany({ parentId: above.id, ...more }))
      const { timeZone, language } = await companyDetail(siter, 'agent_one', { id })
      return { timeZone, language, role: (await adminOf(id)).role.name }
    }
    expect(await below()).toEqual({ timeZone: 'Europe/London', language: 'en', role: 'Administrator' })
    expect(await below({ timeZone: 'Asia/Urumqi', language: 'zh' })).toEqual({
      timeZone: 'Asia/Urumqi',
      language: 'zh',
      role: '管理员',
    })
  })

  test('an unknown time zone is refused', async () => {
    expect(await reasonOf(createCompany(siter, 'distributor', newCompany({ timeZone: 'Mars/Olympus' })))).toBe('invalidInput')
  })

  test('the quota of every company above counts, also for two concurrent creations', async () => {
    const { id } = await createCompany(siter, 'distributor', newCompany({ quotas: { accounts: 3 } }))
    const attempts = await Promise.all(
      [1, 2, 3, 4].map(() => reasonOf(createCompany(siter, 'agent_one', newCompany({ parentId: id })))),
    )
    expect(attempts.sort()).toEqual(['ok', 'ok', 'quotaReached', 'quotaReached'])
    const refusal = await createCompany(siter, 'agent_two', newCompany({ parentId: id })).catch((error: unknown) => error)
    const { name } = await companyRow(id)
    expect(refusal).toMatchObject({ params: { company: name, limit: 3, what: 'Accounts' } })
  })
})

describe('reading', () => {
  test('each company sees its own branch, and the counts there', async () => {
    const namesOf = async (ctx: Ctx, kind: CompanyKind) =>
      (await pageCompanies(ctx, kind, { pageSize: 100 })).list.map((row) => row.id)
    const agents = await namesOf(north, 'agent_one')
    expect(agents).toContain(world.companies.northAgent.id)
    expect(agents).not.toContain(world.companies.southAgent.id)
    expect(await namesOf(siter, 'agent_one')).toEqual(
      expect.arrayContaining([world.companies.northAgent.id, world.companies.southAgent.id]),
    )
    const counts = async (id: number) => {
      const { companies, accounts, projects, devices } = await companyDetail(north, 'agent_one', { id })
      return { companies, accounts, projects, devices }
    }
    const { northAgent, northAgentTwo } = world.companies
    const before = await counts(northAgent.id)
    const rows = await addOwnedRows(world.db, northAgentTwo)
    const more = (companies: number, accounts: number, projects: number, devices: number) => ({
      companies: before.companies + companies,
      accounts: before.accounts + accounts,
      projects: before.projects + projects,
      devices: before.devices + devices,
    })
    expect(await counts(northAgent.id)).toEqual(more(2, 2, 1, 1))
    await world.db.updateTable('device').set({ deleted_at: new Date() }).where('id', '=', Number(rows.device)).execute()
    await world.db.deleteFrom('duty_override').where('account_id', '=', Number(rows.account)).execute()
    await world.db.deleteFrom('account').where('id', '=', Number(rows.account)).execute()
    const { id: company_id, path } = world.companies.north
    await world.db.updateTable('project').set({ company_id, path }).where('id', '=', Number(rows.project)).execute()
    await world.db.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', Number(rows.agentTwo)).execute()
    expect(await counts(northAgent.id)).toEqual(more(1, 1, 0, 0))
  })

  test('the id of another kind looks unknown', async () => {
    for (const verb of [companyDetail, removeCompany, stopsOf]) {
      expect(await reasonOf(verb(siter, 'agent_two', { id: world.companies.northAgent.id }))).toBe('notFound')
    }
  })

  test('filters', async () => {
    const day = 86_400_000
    const at = (days: number) => new Date(world.clock.now().getTime() + days * day).toISOString()
    const soon = await createCompany(
      south,
      'agent_one',
      newCompany({ name: 'Soon over 即将', expiresAt: at(5), province: '110000' }),
    )
    const gone = await createCompany(south, 'agent_one', newCompany({ contacter: 'Night desk' }))
    await world.db
      .updateTable('company')
      .set({ expires_at: at(-1) })
      .where('id', '=', gone.id)
      .execute()
    const ids = async (input: Parameters<typeof pageCompanies>[2]) =>
      (await pageCompanies(south, 'agent_one', input)).list.map((row) => row.id)
    expect(await ids({ expiresWithin: 7 })).toEqual([soon.id])
    expect(await ids({ expiresWithin: 0 })).toEqual([gone.id])
    expect(await ids({ keyword: '即' })).toEqual([soon.id])
    expect(await ids({ contacter: 'night' })).toEqual([gone.id])
    expect(await ids({ province: '110000' })).toEqual([soon.id])
    expect(await ids({ sort: 'expiresAt', order: 'asc', pageSize: 2 })).toEqual([gone.id, soon.id])
    expect(await ids({ parentId: world.companies.southAgent.id })).toEqual([])
  })

  test('a drop-down shows enabled companies of one’s branch', async () => {
    const values = async (ctx: Ctx) => (await selectCompanies(ctx, 'agent_one', {})).map((each) => each.value)
    expect(await values(north)).toContain(world.companies.northAgent.id)
    expect(await values(north)).not.toContain(world.companies.southAgent.id)
    expect(await values(await world.ctxOf(world.accounts.northCustomer))).toEqual([])
  })
})

describe('editing', () => {
  test('changes what the form contains, by version', async () => {
    const { id } = await createCompany(north, 'agent_one', newCompany({ email: 'desk@example.com', timeZone: 'Asia/Urumqi' }))
    const form = await formOf(north, 'agent_one', id)
    await updateCompany(north, 'agent_one', { ...form, name: 'New name', quotas: { devices: 9 } })
    expect(await companyDetail(north, 'agent_one', { id })).toMatchObject({
      name: 'New name',
      email: null,
      timeZone: 'Asia/Urumqi',
      quotas: { devices: 9 },
      version: 2,
      updatedBy: 'North Admin',
    })
    expect(await lastAudit('agentOne.update')).toMatchObject({
      object_id: String(id),
      changes: { name: [form.name, 'New name'], email: ['desk@example.com', null], quotas: [{}, { devices: 9 }] },
    })
    const stale = await updateCompany(siter, 'agent_one', { ...form, name: 'Other' }).catch((error: unknown) => error)
    expect(stale).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  })

  test('neither one’s own company nor one above, whatever rights one has', async () => {
    const { northAgent } = world.companies
    const agent = await world.ctxOf(world.accounts.northAgentAdmin)
    const all = { ...agent, actor: { ...agent.actor, operations: siter.actor.operations } }
    const form = { ...newCompany(), id: northAgent.id, version: 1 }
    expect(await reasonOf(updateCompany(all, 'agent_one', form))).toBe('noAccess')
    expect(await reasonOf(setCompanyEnabled(all, 'agent_one', { id: northAgent.id, enabled: false }))).toBe('noAccess')
    expect(await reasonOf(removeCompany(all, 'agent_one', { id: northAgent.id }))).toBe('noAccess')
    const { id } = world.companies.north
    expect(await reasonOf(updateCompany(all, 'distributor', { ...form, id }))).toBe('notFound')
    expect(await reasonOf(setCompanyEnabled(all, 'distributor', { id, enabled: false }))).toBe('notFound')
    expect(await reasonOf(removeCompany(all, 'distributor', { id }))).toBe('notFound')
    expect((await companyRow(id)).enabled).toBe(true)
  })

  test('a licence must be one’s own upload', async () => {
    const { file } = await addOwnedRows(world.db, world.companies.north)
    expect(await reasonOf(createCompany(north, 'agent_one', newCompany({ licenceFile: String(file) })))).toBe('noAccess')
    await world.db.updateTable('file').set({ account_id: world.accounts.northAdmin.id }).where('id', '=', String(file)).execute()
    const { id } = await createCompany(north, 'agent_one', newCompany({ licenceFile: String(file) }))
    expect(await world.db.selectFrom('file').select('company_id').where('id', '=', String(file)).executeTakeFirst()).toEqual({
      company_id: id,
    })
    const form = await formOf(siter, 'agent_one', id)
    expect(await reasonOf(updateCompany(siter, 'agent_one', { ...form, licenceFile: String(file) }))).toBe('ok') // it was already there
  })

  test('an expiry in the past is refused, and one that has passed since may stay', async () => {
    const past = new Date(world.clock.now().getTime() - 1).toISOString()
    const refused = { reason: 'invalidInput', field: 'expiresAt' }
    await expect(createCompany(south, 'agent_one', newCompany({ expiresAt: past }))).rejects.toMatchObject(refused)
    const { id } = await createCompany(south, 'agent_one', newCompany())
    const form = await formOf(south, 'agent_one', id)
    await expect(updateCompany(south, 'agent_one', { ...form, expiresAt: past })).rejects.toMatchObject(refused)
    await world.db.updateTable('company').set({ expires_at: past }).where('id', '=', id).execute()
    expect(await reasonOf(updateCompany(south, 'agent_one', { ...form, expiresAt: past }))).toBe('ok')
  })
})

describe('disabling', () => {
  test('ends every session of the branch and of no other, after showing what it stops', async () => {
    const { northAgentAdmin, northAgentTwoAdmin, northAdmin, southAdmin } = world.accounts
    for (const each of [northAgentAdmin, northAgentTwoAdmin, northAdmin, southAdmin]) await world.tokenOf(each)
    await addOwnedRows(world.db, world.companies.northAgentTwo)
    const { id } = world.companies.northAgent
    const stops = await stopsOf(siter, 'agent_one', { id })
    expect(stops).toMatchObject({ sessions: 2, openOrders: expect.any(Number), openAlarms: expect.any(Number) })
    const { companies, accounts, projects, devices, openOrders, openAlarms } = stops
    for (const n of [companies, accounts, projects, devices, openOrders, openAlarms]) expect(n).toBeGreaterThan(0)

    await setCompanyEnabled(siter, 'agent_one', { id, enabled: false })
    const left = await world.db.selectFrom('session').select('account_id').execute()
    const accountsLeft = left.map((row) => row.account_id)
    expect(accountsLeft).toEqual(expect.arrayContaining([northAdmin.id, southAdmin.id]))
    expect(accountsLeft).not.toContain(northAgentAdmin.id)
    expect(accountsLeft).not.toContain(northAgentTwoAdmin.id)
    const event = await world.db
      .selectFrom('live_event')
      .select('data')
      .where('kind', '=', 'session')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(event?.data['sessions']).toHaveLength(2)
    expect(await callerOfAccount(world.db, world.clock)(northAgentTwoAdmin.id)).toBeNull()
    expect((await companyDetail(siter, 'agent_one', { id })).enabled).toBe(false)
    await setCompanyEnabled(siter, 'agent_one', { id, enabled: true })
    expect(await callerOfAccount(world.db, world.clock)(northAgentTwoAdmin.id)).not.toBeNull()
    expect(await lastAudit('agentOne.forbidden')).toMatchObject({ changes: { enabled: [false, true] } })
  })
})

describe('deleting', () => {
  test('is refused while there are dependants, which are named', async () => {
    const refusal = await removeCompany(siter, 'distributor', { id: world.companies.south.id }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'inUse' })
    const { dependants } = (refusal as { params: { dependants: string } }).params
    expect(dependants).toMatch(/Companies below \d+ \(South Agent/)
    expect(dependants).toMatch(/Accounts \d+ \(SouthAdmin, SouthEngineer/)
    expect(dependants).toMatch(/Customers 1 \(South Customer\)/)
    const { id } = await createCompany(siter, 'distributor', newCompany())
    await addOwnedRows(world.db, await companyRow(id))
    const rest = (await removeCompany(siter, 'distributor', { id }).catch((error: unknown) => error)) as {
      params: { dependants: string }
    }
    expect(rest.params.dependants).toMatch(/\nProjects 1 \(.*\)\nGateways 1 \(.*\)\nDevices 1 \(.*\)$/)
    const chinese = (await removeCompany({ ...siter, locale: 'zh' }, 'distributor', { id: world.companies.south.id }).catch(
      (error: unknown) => error,
    )) as { params: { dependants: string } }
    expect(chinese.params.dependants).toMatch(/\n账号数 \d+（SouthAdmin、SouthEngineer/)
    expect(chinese.params.dependants).not.toMatch(/[,;()]/)
  })

  test('deletes its administrator and role too, and keeps the row', async () => {
    const { id } = await createCompany(siter, 'distributor', newCompany())
    const { account, role } = await adminOf(id)
    await world.tokenOf({ ...account, roleId: role.id })
    await removeCompany(siter, 'distributor', { id })
    expect((await companyRow(id)).deleted_at).not.toBeNull()
    const admin = await world.db
      .selectFrom('account')
      .select(['deleted_at', 'enabled'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(admin.deleted_at).not.toBeNull()
    expect(await world.db.selectFrom('session').select('ip').where('account_id', '=', account.id).execute()).toEqual([])
    expect(await world.db.selectFrom('role').select('id').where('id', '=', role.id).execute()).toEqual([])
    expect((await pageCompanies(siter, 'distributor', { pageSize: 100 })).list.map((row) => row.id)).not.toContain(id)
    expect(await lastAudit('distributor.del')).toMatchObject({ object_id: String(id), actor_id: world.accounts.siterAdmin.id })
  })
})
