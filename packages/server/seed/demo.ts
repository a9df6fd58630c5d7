import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { hashPassword } from '../src/features/base/access/password.ts'
import { appendAudit } from '../src/platform/audit.ts'
import { systemActor, systemOrigin, type Ctx } from '../src/platform/context.ts'
import { translate } from '../src/platform/i18n.ts'
import { StartupError } from '../src/platform/startup-error.ts'
import type { Tables } from '../src/tables/index.ts'
import { seedAlarmPanel } from './demo-alarm-panel.ts'
import { seedDemoAlarms } from './demo-alarms.ts'
import { seedDemoCommands } from './demo-commands.ts'
import { seedDemoDossier } from './demo-dossier.ts'
import { seedDemoDuty } from './demo-duty.ts'
import { seedDemoHistory } from './demo-history.ts'
import { seedDemoOrderHistory } from './demo-order-history.ts'
import { seedDemoPresence } from './demo-presence.ts'
import { seedDemoStanding } from './demo-standing.ts'
import { seedGatewayStock } from './demo-gateways.ts'
import { seedDemoOrders } from './demo-orders.ts'
import { seedPanel } from './demo-panel.ts'
import { mustGet, seedModels, seedProject, type SeededCompany } from './demo-projects.ts'
import { seedDemoRules } from './demo-rules.ts'
import { marker, renewSecrets, type DemoGateway } from './demo-secrets.ts'
import { seedDemoTrace } from './demo-trace.ts'
import { seedDemoUpgrades } from './demo-upgrades.ts'
import { seedDemoChecklists, seedDemoWork } from './demo-work.ts'
import { demoAccounts, demoCompanies, demoModels, demoProjects, demoProjectTypes, demoRoles, languageOf } from './demo-tree.ts'
import { customerRole, grantsFor, type RoleSeed } from './roles.ts'
import { seedUserRole } from './system.ts'

type Tx = Transaction<Tables>

export interface DemoSeed {
  /** Receives lines for the person who started the demo: the sign-ins. */
  readonly notes: string[]
  readonly gateways: DemoGateway[]
}

/**
 * Seeds the demo's tenant tree into an empty installation, once. Afterwards it only issues new secrets of its own gateways, for the simulator.
 * @throws StartupError if the database contains real data
 */
export const seedDemo = async (ctx: Ctx): Promise<DemoSeed> => {
  const { fresh, ...seed } = await ctx.systemDb.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('setting').select('key').where('key', '=', marker).executeTakeFirst()
    const password = ctx.config.demoPassword ?? randomBytes(9).toString('base64url')
    if (!known) {
      await refuseRealData(tx)
      await seedTree(tx, ctx, await hashPassword(password))
      await seedDemoTrace(tx, ctx.clock.now())
    } else {
      // A random password is printed at every start, so it must be the current one.
      await tx
        .updateTable('account')
        .set({ password_hash: await hashPassword(password) })
        .where('account', 'in', demoNames())
        .execute()
    }
    const gateways = await renewSecrets(tx, ctx.config.dataDir)
    const notes = [
      'Demo sign-ins (all with the same password):',
      ...demoAccounts.map((each) => `  ${each.account.padEnd(16)} ${each.name}`),
      '  northcustomer    Customer of North',
      `  password: ${password}`,
    ]
    return { notes, gateways, fresh: !known }
  })
  if (fresh) {
    await seedDemoChecklists(ctx)
    await seedDemoOrders(ctx)
    await seedDemoDossier(ctx)
    await seedDemoAlarms(ctx)
    await seedDemoWork(ctx)
    await seedDemoDuty(ctx)
    await seedDemoRules(ctx)
    await seedDemoUpgrades(ctx)
    await seedDemoOrderHistory(ctx)
    await seedDemoHistory(ctx)
    // Last: what is only seconds old, and who is online now.
    await seedDemoStanding(ctx)
    await seedDemoPresence(ctx)
  }
  return seed
}

const demoNames = (): string[] => [...demoAccounts.map((each) => each.account), 'northcustomer', 'northtenant', 'demooperator']

const refuseRealData = async (tx: Tx): Promise<void> => {
  const company = await tx.selectFrom('company').select('id').where('type', '<>', 'siter').limit(1).executeTakeFirst()
  const gateway = await tx.selectFrom('gateway').select('id').limit(1).executeTakeFirst()
  if (company || gateway)
    throw new StartupError(
      'This database holds real data, so the demo does not touch it: start with npm start, or set DATA_DIR (or DATABASE_URL) to an empty place.',
    )
}

const seedTree = async (tx: Tx, ctx: Ctx, passwordHash: string): Promise<void> => {
  await tx
    .insertInto('setting')
    .values({ key: marker, value: JSON.stringify({ seededAt: ctx.clock.now().toISOString() }) })
    .execute()
  const companies = await seedCompanies(tx)
  const roles = await seedRoles(tx, companies)
  await seedAccounts(tx, companies, roles, passwordHash)
  const types = await tx
    .insertInto('project_type')
    .values([...demoProjectTypes])
    .returning(['id', 'code'])
    .execute()
  const typeIds = new Map(types.map((row) => [row.code, row.id]))
  const models = await seedModels(tx)
  await seedDemoCommands(tx, models, new Set(demoModels.filter(({ gateway }) => gateway).map(({ code }) => code)))
  for (const each of demoProjects)
    await seedProject(tx, ctx, each, mustGet(companies, each.company), mustGet(typeIds, each.type), models)
  await seedPanel(tx, ctx.clock.now())
  await seedAlarmPanel(tx, ctx.clock.now(), ctx.config.dataDir)
  await seedGatewayStock(tx, mustGet(companies, 'north'), mustGet(models, 'EW-GW1'))
  const customer = await tx.selectFrom('customer').selectAll().where('name', 'like', 'Riverside%').executeTakeFirstOrThrow()
  const customerAccount = {
    company_id: customer.company_id,
    path: customer.path,
    customer_id: customer.id,
    type: 'customer' as const,
    account: 'northcustomer',
    name: 'Riverside customer',
    password_hash: passwordHash,
  }
  const { id } = await tx.insertInto('account').values(customerAccount).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('account_role')
    .values({ account_id: id, role_id: mustGet(roles, 'north.customer') })
    .execute()
}

const seedCompanies = async (tx: Tx): Promise<Map<string, SeededCompany>> => {
  const operatingCompany = await tx
    .selectFrom('company')
    .select(['id', 'path', 'type'])
    .where('type', '=', 'siter')
    .executeTakeFirstOrThrow()
  const companies = new Map<string, SeededCompany>([['siter', operatingCompany]])
  for (const each of demoCompanies) {
    const language = languageOf(each.key)
    const parent = mustGet(companies, each.parent)
    const { id } = await tx
      .insertInto('company')
      .values({
        parent_id: parent.id,
        path: '',
        type: each.type,
        name: each.name,
        org_code: each.code,
        contacter: { en: 'Front desk', zh: '前台' }[language],
        language,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const path = `${parent.path}.${id}`
    await tx.updateTable('company').set({ path }).where('id', '=', id).execute()
    await tx
      .insertInto('company_config')
      .values({ company_id: id, path, platform_name: each.name, support_phone: '010-5550199' })
      .execute()
    await seedUserRole(tx, id, path, translate(language, 'fields.userRole'))
    await appendAudit(
      tx,
      [{ action: 'demo.seed', object: { kind: 'company', id, name: each.name }, owner: { companyId: id, path } }],
      systemActor,
      systemOrigin,
      new Date(),
    )
    companies.set(each.key, { id, path, type: each.type })
  }
  return companies
}

const seedRoles = async (tx: Tx, companies: ReadonlyMap<string, SeededCompany>): Promise<Map<string, number>> => {
  const roles = new Map<string, number>()
  const add = async (key: string, company: SeededCompany, role: RoleSeed, type: Tables['account']['type']): Promise<void> => {
    const { id } = await tx
      .insertInto('role')
      .values({ company_id: company.id, path: company.path, name: role.name[languageOf(key)], type, level: role.level })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('role_menu')
      .values(grantsFor(role, type).map((menu_code) => ({ role_id: id, menu_code })))
      .execute()
    roles.set(`${key}.${role.key}`, id)
  }
  for (const [key, company] of companies) {
    for (const role of demoRoles) await add(key, company, role, company.type)
    await add(key, company, customerRole, 'customer')
  }
  return roles
}

const seedAccounts = async (
  tx: Tx,
  companies: ReadonlyMap<string, SeededCompany>,
  roles: ReadonlyMap<string, number>,
  passwordHash: string,
): Promise<void> => {
  const everybody = [...demoAccounts, { account: 'demooperator', name: 'Demo operator', company: 'siter', role: 'manager' }]
  for (const [index, each] of everybody.entries()) {
    const company = mustGet(companies, each.company)
    const row = {
      company_id: company.id,
      path: company.path,
      type: company.type,
      account: each.account,
      name: each.name,
      phone: `0100000${String(1_000 + index)}`,
      password_hash: passwordHash,
    }
    const { id } = await tx.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('account_role')
      .values({ account_id: id, role_id: mustGet(roles, `${each.company}.${each.role}`) })
      .execute()
    if (each.role === 'manager')
      await tx
        .updateTable('company')
        .set({ admin_account_id: id })
        .where('id', '=', company.id)
        .where('type', '<>', 'siter')
        .execute()
  }
}
