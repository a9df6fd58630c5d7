import { enums, type ErrorParams, type Language } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { sql, type Kysely } from 'kysely'
import { fieldName, translate } from '../../../platform/i18n.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'
import { companyKindFacts } from '../../people/company/company.rules.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import { countBranch, type Quota } from '../../base/tenant/quotas.ts'
import { countMoved, inBranch } from './hand-over.rules.ts'
import { commonPath, type Places } from './places.ts'

type Db = Kysely<Tables>

const named = 5
const namesOf = (names: readonly string[]): string[] => [...names.slice(0, named), ...(names.length > named ? ['…'] : [])]

/** Open orders with an engineer who could not see them at the new place. */
const strandedOrders = async (systemDb: Db, places: Places): Promise<string[]> => {
  const mine =
    places.kind === 'project' ? sql`work_order.project_id = ${places.id}` : inBranch(places.oldPath, sql.ref('work_order.path'))
  const stays =
    places.kind === 'project'
      ? sql`account.path = any(${pathsOn(places.newPath)}::text[])`
      : sql`(${inBranch(places.oldPath, sql.ref('account.path'))} or account.path = any(${pathsOn(places.to.path)}::text[]))`
  const { rows } = await sql<{ code: string }>`
    select distinct work_order.code from work_order
    join order_engineer on order_engineer.order_id = work_order.id join account on account.id = order_engineer.account_id
    where ${mine} and work_order.status not in ('complete', 'cancelled') and work_order.deleted_at is null and not ${stays}
    order by work_order.code`.execute(systemDb)
  return rows.map((row) => row.code)
}

/** Accounts of a moved branch with roles of companies that would no longer be above them. */
const strandedAccounts = async (systemDb: Db, { oldPath, to }: Places): Promise<string[]> => {
  const { rows } = await sql<{ account: string }>`
    select distinct account.account from account
    join account_role on account_role.account_id = account.id join role on role.id = account_role.role_id
    where ${inBranch(oldPath, sql.ref('account.path'))} and account.deleted_at is null
      and not ${inBranch(oldPath, sql.ref('role.path'))} and role.path <> all(${pathsOn(to.path)}::text[])
    order by account.account`.execute(systemDb)
  return rows.map((row) => row.account)
}

/** Companies at the new place, below the common one, whose quota would be exceeded. */
const exceeded = async (systemDb: Db, places: Places, locale: Language): Promise<string[]> => {
  const common = commonPath(places)
  const joining = pathsOn(places.to.path).filter((path) => path !== common && isBelow(path, common))
  const companies = await systemDb
    .selectFrom('company')
    .select(['name', 'path', 'quotas'])
    // None, if it moves up to a company above its own.
    .where(sql<boolean>`path = any(${joining}::text[])`)
    .execute()
  const moved = await countMoved(systemDb, places)
  const adding: Partial<Record<Quota, number>> =
    places.kind === 'project'
      ? { projects: 1, devices: moved.devices ?? 0 }
      : { projects: moved.projects ?? 0, devices: moved.devices ?? 0, accounts: moved.accounts ?? 0 }
  const words: string[] = []
  for (const company of companies)
    for (const [what, more] of Object.entries(adding) as [Quota, number][]) {
      const limit = company.quotas[what]
      if (limit === undefined) continue
      const after = (await countBranch(systemDb, company.path, what)) + more
      const params = { company: company.name, limit, after, what: fieldName(locale, what === 'devices' ? 'deviceCount' : what) }
      if (after > limit) words.push(translate(locale, 'reasons.handOverQuota', params))
    }
  return words
}

/** Whether another hand-over of it is still running. */
const isRunning = async (systemDb: Db, { kind, id }: Places, except: number | null): Promise<boolean> => {
  const row = await systemDb
    .selectFrom('hand_over')
    .select('id')
    .where(kind === 'project' ? 'project_id' : 'moved_company_id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Why it cannot be handed over, in words. Not scoped: obstacles count, whoever sees them. */
export const refusalsOf = async (
  systemDb: Db,
  places: Places,
  locale: Language,
  now: Date,
  self: number | null = null,
): Promise<string[]> => {
  const say = (key: ReasonName, params: ErrorParams = {}): string => translate(locale, `reasons.${key}`, params)
  const { kind, from, to, oldPath } = places
  const words: string[] = []
  if (from.id === to.id) return [say('handOverSame')]
  if (await isRunning(systemDb, places, self)) words.push(say('handOverRunning'))
  const stopped = await systemDb
    .selectFrom('company')
    .select('id')
    .where('id', '=', to.id)
    .where(isStopped('company.path', now))
    .executeTakeFirst()
  if (stopped) words.push(say('handOverStopped', { company: to.name }))
  if (kind === 'company') {
    if (isBelow(to.path, oldPath)) return [say('handOverBelow')]
    const own = await systemDb.selectFrom('company').select('type').where('id', '=', places.id).executeTakeFirst()
    const parents = own && own.type !== enums.companyType[0] ? companyKindFacts[own.type].parents : []
    if (!parents.some((type) => type === to.type)) words.push(say('handOverType'))
    const accounts = await strandedAccounts(systemDb, places)
    if (accounts.length > 0) words.push(say('handOverRoles', { count: accounts.length, accounts: namesOf(accounts) }))
  } else if (places.customerId !== null) {
    const customer = await systemDb
      .selectFrom('customer')
      .select('id')
      .where('id', '=', places.customerId)
      .where('company_id', '=', to.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!customer) words.push(say('handOverCustomer'))
  }
  const orders = await strandedOrders(systemDb, places)
  if (orders.length > 0) words.push(say('handOverEngineers', { count: orders.length, orders: namesOf(orders) }))
  return [...words, ...(await exceeded(systemDb, places, locale))]
}
