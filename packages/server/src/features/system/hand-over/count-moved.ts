import type { HandOverPreview } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { inBranchRange } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Places } from './places.ts'

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
