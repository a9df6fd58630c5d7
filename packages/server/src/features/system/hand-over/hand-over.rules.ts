import type { HandOverPreview, Language } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { inBranchRange } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Places } from './places.ts'
import { translate } from '../../../platform/i18n.ts'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'

/** The rows of a branch. */
export const inBranch = (path: string, column: string | RawBuilder<unknown> = 'path'): RawBuilder<boolean> =>
  inBranchRange(column, sql`${path}`)

/** How many rows of each kind move. Not scoped: all of them move, whoever sees them. */
export const countMoved = async (systemDb: Kysely<Tables>, places: Places): Promise<HandOverPreview['counts']> => {
  const ofProject = places.kind === 'project'
  const mine = (column: 'id' | 'project_id') => (ofProject ? sql`${sql.ref(column)} = ${places.id}` : inBranch(places.oldPath))
  const count = (table: string, where: RawBuilder<unknown>) => sql`(select count(*) from ${sql.table(table)} where ${where})::int`
  const { rows } = await sql<Record<string, number>>`select
    ${count('gateway', sql`${mine('project_id')} and deleted_at is null`)} as gateways,
    ${count('device', sql`${mine('project_id')} and deleted_at is null`)} as devices,
    ${count('alarm', sql`${mine('project_id')} and state in ('unconfirmed', 'confirmed')`)} as "openAlarms",
    ${count('alarm', mine('project_id'))} as alarms,
    ${count('fault', mine('project_id'))} as faults,
    ${count('work_order', sql`${mine('project_id')} and deleted_at is null`)} as orders`.execute(systemDb)
  const counts = rows[0] ?? {}
  if (ofProject) return counts
  const more = await sql<Record<string, number>>`select
    ${count('company', sql`${inBranch(places.oldPath)} and deleted_at is null`)} as companies,
    ${count('account', sql`${inBranch(places.oldPath)} and deleted_at is null`)} as accounts,
    ${count('customer', sql`${inBranch(places.oldPath)} and deleted_at is null`)} as customers,
    ${count('project', sql`${inBranch(places.oldPath)} and deleted_at is null`)} as projects`.execute(systemDb)
  return { ...more.rows[0], ...counts }
}

type Db = Kysely<Tables>

/** Assignments to projects, and of people who look after one, that end because their accounts are not above the project at its new place. */
export const endedAssignments = (
  places: Places,
  table: 'account_project' | 'project_admin' = 'account_project',
): RawBuilder<boolean> => {
  const project = sql.ref(`${table}.project_id`)
  const ofProjects =
    places.kind === 'project'
      ? sql`${project} = ${places.id}`
      : sql`${project} in (select id from project where ${inBranch(places.oldPath)})`
  // Above it at the new place, or in the branch that moves.
  const stays = sql`(account.path = any(${pathsOn(places.newPath)}::text[])
    or ${places.kind === 'company'} and ${inBranch(places.oldPath, sql.ref('account.path'))})`
  return sql`(${ofProjects} and exists (select from account where account.id = ${sql.ref(`${table}.account_id`)} and not ${stays}))`
}

/** Users bound to devices of a project belong to its company, so their bindings end. */
export const endedBindings = (places: Places): RawBuilder<boolean> =>
  places.kind === 'project' ? sql`device_user.device_id in (select id from device where project_id = ${places.id})` : sql`false`

/** People on a project's call list stay on it with their phone number, but accounts of a company other than its new one are unlinked. */
export const endedReceivers = (places: Places): RawBuilder<boolean> =>
  places.kind === 'project'
    ? sql`project_notifier.project_id = ${places.id}
        and project_notifier.account_id in (select id from account where company_id <> ${places.to.id})`
    : sql`false`

/** A description of what changes for people. */
export const effectsOf = async (systemDb: Db, places: Places, locale: Language): Promise<string[]> => {
  const say = (key: ReasonName, params: Readonly<Record<string, string | number>> = {}): string =>
    translate(locale, `reasons.${key}`, params)
  const { rows } = await sql<{ assigned: number; users: number; passwords: boolean }>`select
    (select count(distinct account_id) from account_project where ${endedAssignments(places)})::int as assigned,
    (select count(distinct account_id) from device_user where ${endedBindings(places)})::int as users,
    exists (select from caller_password where ${places.kind === 'project'} and project_id = ${places.id}) as passwords`.execute(
    systemDb,
  )
  const { assigned = 0, users = 0, passwords = false } = rows[0] ?? {}
  return [
    ...(places.kind === 'project' && places.customerId === null && places.customer
      ? [say('handOverCopy', { customer: places.customer.name })]
      : []),
    ...(assigned > 0 ? [say('handOverAssigned', { count: assigned })] : []),
    ...(users > 0 ? [say('handOverUsers', { count: users })] : []),
    ...(passwords ? [say('handOverPasswords')] : []),
    say('handOverLog'),
  ]
}
