import type { EnumValue, MessageTaskFilter } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import { accountLanguage } from '../../base/tenant/tenant.reads.ts'
import type { StoredTask } from './task.store.ts'

export interface PushTarget {
  readonly pushType: EnumValue<'pushType'>
  readonly pushObject: EnumValue<'pushObject'>
  readonly objectIds: readonly number[]
  readonly filter?: MessageTaskFilter | null | undefined
}

const belowCompanies = (ids: readonly number[]) =>
  sql<boolean>`exists (select from company chosen where chosen.id = any(${ids}::bigint[])
    and ${isInBranch('account.path', 'chosen.path')})`

/** Accounts of its customer, its administrators, staff it is assigned to, and users of its devices. */
const ofProjects = (ids: readonly number[]) => sql<boolean>`(
  account.customer_id in (select project.customer_id from project where project.id = any(${ids}::bigint[]))
  or account.id in (select project_admin.account_id from project_admin where project_admin.project_id = any(${ids}::bigint[]))
  or account.id in (select account_project.account_id from account_project where account_project.project_id = any(${ids}::bigint[]))
  or account.id in (select device_user.account_id from device_user join device on device.id = device_user.device_id
    where device.project_id = any(${ids}::bigint[])))`

const ofRoles = (ids: readonly number[]) =>
  sql<boolean>`account.id in (select account_role.account_id from account_role where account_role.role_id = any(${ids}::bigint[]))`

const zoneFields = ['country', 'province', 'city', 'region'] as const

/** By the customer of an account, or else by its company. */
const inZone = (zone: MessageTaskFilter): RawBuilder<boolean>[] => {
  const given = zoneFields.flatMap((field) => (zone[field] ? [{ field, code: zone[field] }] : []))
  if (given.length === 0) return []
  const there = (table: string) =>
    sql.join(
      given.map(({ field, code }) => sql`${sql.ref(`${table}.${field}`)} = ${code}`),
      sql` and `,
    )
  return [
    sql<boolean>`case when account.customer_id is null
      then account.company_id in (select company.id from company where ${there('company')})
      else account.customer_id in (select customer.id from customer where ${there('customer')}) end`,
  ]
}

/** The conditions of a filter. An empty filter has none. */
export const conditionsOf = (filter: MessageTaskFilter): RawBuilder<boolean>[] => {
  const { accountTypes = [], companyIds = [], roleIds = [], language } = filter
  return [
    ...(accountTypes.length > 0 ? [sql<boolean>`account.type = any(${accountTypes}::text[])`] : []),
    ...(companyIds.length > 0 ? [belowCompanies(companyIds)] : []),
    ...(roleIds.length > 0 ? [ofRoles(roleIds)] : []),
    ...(language === undefined ? [] : [sql<boolean>`${accountLanguage} = ${language}`]),
    ...inZone(filter),
  ]
}

const byFilter = (filter: MessageTaskFilter): RawBuilder<boolean> => {
  const conditions = conditionsOf(filter)
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const inObject = ({ pushObject, objectIds, filter }: PushTarget): RawBuilder<boolean> => {
  switch (pushObject) {
    case 'all':
      return sql<boolean>`true`
    case 'company':
      return belowCompanies(objectIds)
    case 'role':
      return ofRoles(objectIds)
    case 'project':
      return ofProjects(objectIds)
    case 'account':
      return sql<boolean>`account.id = any(${objectIds}::bigint[])`
    case 'filter':
      return byFilter(filter ?? {})
  }
}

/** Whether an account can be reached over a channel at all. */
export const hasAddress = (pushType: EnumValue<'pushType'>): RawBuilder<boolean> => {
  switch (pushType) {
    case 'inSite':
      return sql<boolean>`true`
    case 'mail':
      return sql<boolean>`coalesce(account.email, '') <> ''`
    case 'app':
      return sql<boolean>`exists (select from push_subscription where push_subscription.account_id = account.id)`
    case 'sms':
    case 'voice':
      return sql<boolean>`coalesce(account.phone, '') <> ''`
  }
}

/** The target of a task. */
export const targetOf = (task: Pick<StoredTask, 'push_type' | 'push_object' | 'object_ids' | 'filter'>): PushTarget => ({
  pushType: task.push_type,
  pushObject: task.push_object,
  objectIds: task.object_ids,
  filter: task.filter,
})

/** The enabled accounts of a target that `db` sees: those in the sender's scope. */
export const receiversOf = (db: Kysely<Tables>, target: PushTarget, at: Date) =>
  db
    .selectFrom('account')
    .where('account.deleted_at', 'is', null)
    .where('account.enabled', '=', true)
    .where('account.pending', '=', false)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', at.toISOString())]))
    .where(inObject(target))

/** How many there are, and how many of them can be reached. */
export const countReceivers = async (
  db: Kysely<Tables>,
  target: PushTarget,
  at: Date,
): Promise<{ total: number; reachable: number }> =>
  receiversOf(db, target, at)
    .select((e) => e.fn.countAll<number>().as('total'))
    .select(sql<number>`count(*) filter (where ${hasAddress(target.pushType)})`.as('reachable'))
    .executeTakeFirstOrThrow()
