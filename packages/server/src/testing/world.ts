import { menus, type EnumValue, type MenuSeed } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { hashPassword } from '../features/base/access/password.ts'
import type { Tables } from '../tables/index.ts'

type AccountType = EnumValue<'accountType'>

export interface WorldCompany {
  readonly id: number
  readonly path: string
  readonly type: EnumValue<'companyType'>
}

export interface WorldAccount {
  readonly id: number
  readonly account: string
  readonly roleId: number
}

/** A company tree with accounts: what nearly every test of a feature needs. */
export interface World {
  readonly companies: Readonly<Record<'siter' | 'north' | 'south' | 'northAgent' | 'northAgentTwo' | 'southAgent', WorldCompany>>
  readonly customers: Readonly<Record<'north' | 'south' | 'northAgent', number>>
  /**
   * `…Admin` has everything that its type may have, at level 1. `…Engineer` receives repair orders, at level 5. `…Bare` has nothing.
   * `northUser` is an ordinary user bound to no device.
   */
  readonly accounts: Readonly<
    Record<
      | 'siterAdmin'
      | 'siterEngineer'
      | 'northAdmin'
      | 'northEngineer'
      | 'northBare'
      | 'southAdmin'
      | 'southEngineer'
      | 'northAgentAdmin'
      | 'northAgentTwoAdmin'
      | 'southAgentAdmin'
      | 'northCustomer'
      | 'southCustomer'
      | 'northUser',
      WorldAccount
    >
  >
}

/** Adds the tests' company tree to a seeded database. `password` is used for every account. */
export const createWorld = async (db: Kysely<Tables>, password: string): Promise<World> => {
  const password_hash = await hashPassword(password)
  const siter = await db
    .selectFrom('company')
    .select(['id', 'path', 'type'])
    .where('type', '=', 'siter')
    .executeTakeFirstOrThrow()

  const company = async (parent: WorldCompany, type: WorldCompany['type'], name: string, code: string): Promise<WorldCompany> => {
    const row = { parent_id: parent.id, path: '', type, name, org_code: code }
    const { id } = await db.insertInto('company').values(row).returning('id').executeTakeFirstOrThrow()
    const path = `${parent.path}.${id}`
    await db.updateTable('company').set({ path }).where('id', '=', id).execute()
    return { id, path, type }
  }
  const customer = async (owner: WorldCompany, name: string): Promise<number> => {
    const row = { company_id: owner.id, path: owner.path, name }
    return (await db.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const account = async (
    owner: WorldCompany,
    name: string,
    grants: readonly string[],
    more: { type?: AccountType; level?: number; customer_id?: number } = {},
  ): Promise<WorldAccount> => {
    const { type = owner.type, level = 1, customer_id = null } = more
    const owned = { company_id: owner.id, path: owner.path, type, name }
    const role = await db
      .insertInto('role')
      .values({ ...owned, level })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (grants.length > 0) {
      await db
        .insertInto('role_menu')
        .values(grants.map((menu_code) => ({ role_id: role.id, menu_code })))
        .execute()
    }
    const row = { ...owned, account: name.replaceAll(' ', ''), customer_id, password_hash }
    const { id } = await db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('account_role').values({ account_id: id, role_id: role.id }).execute()
    return { id, account: row.account, roleId: role.id }
  }

  const north = await company(siter, 'distributor', 'North Distributor', 'NORTH')
  const south = await company(siter, 'distributor', 'South Distributor', 'SOUTH')
  const northAgent = await company(north, 'agent_one', 'North Agent', 'NORTH-A')
  const northAgentTwo = await company(northAgent, 'agent_two', 'North Agent Two', 'NORTH-A2')
  const southAgent = await company(south, 'agent_one', 'South Agent', 'SOUTH-A')
  const customers = {
    north: await customer(north, 'North Customer'),
    south: await customer(south, 'South Customer'),
    northAgent: await customer(northAgent, 'North Agent Customer'),
  }
  const all = grantsFor
  const engineer = grantsFor('siter', ['repairOrder:view', 'order:work', 'alarm:view'])
  return {
    companies: { siter, north, south, northAgent, northAgentTwo, southAgent },
    customers,
    accounts: {
      siterAdmin: await account(siter, 'Siter Admin', all('siter')),
      siterEngineer: await account(siter, 'Siter Engineer', engineer, { level: 5 }),
      northAdmin: await account(north, 'North Admin', all('distributor')),
      northEngineer: await account(north, 'North Engineer', engineer, { level: 5 }),
      northBare: await account(north, 'North Bare', [], { level: 9 }),
      southAdmin: await account(south, 'South Admin', all('distributor')),
      southEngineer: await account(south, 'South Engineer', engineer, { level: 5 }),
      northAgentAdmin: await account(northAgent, 'North Agent Admin', all('agent_one')),
      northAgentTwoAdmin: await account(northAgentTwo, 'North Agent Two Admin', all('agent_two')),
      southAgentAdmin: await account(southAgent, 'South Agent Admin', all('agent_one')),
      northCustomer: await account(north, 'North Customer', all('customer'), { type: 'customer', customer_id: customers.north }),
      southCustomer: await account(south, 'South Customer', all('customer'), { type: 'customer', customer_id: customers.south }),
      northUser: await account(north, 'North User', all('user'), { type: 'user' }),
    },
  }
}

/** Menu codes for an account type: all of them, or the named operations with the pages and groups above them. */
const grantsFor = (type: AccountType, operations?: readonly string[]): string[] => {
  const entries: readonly MenuSeed[] = menus
  const codes = new Set<string>()
  for (const entry of entries.filter((each) => each.for.includes(type))) {
    const granted = entry.operations.filter((code) => operations?.includes(code) ?? true)
    if (operations && granted.length === 0) continue
    for (const code of [entry.code, ...(entry.parent ? [entry.parent] : []), ...granted]) codes.add(code)
  }
  return [...codes]
}
