import { sql, type RawBuilder, type Kysely } from 'kysely'
import { DomainError } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import type { Write } from '../../../platform/transact.ts'

/** Whether a company itself is disabled, deleted or expired. `company` is what the statement calls the table. */
export const isStoppedItself = (company: string, now: Date): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${company}.${name}`)
  return sql`(not ${column('enabled')} or ${column('deleted_at')} is not null or ${column('expires_at')} <= ${now})`
}

/** Whether a company on a path is, so that nobody of its branch may sign in. `path` names the column. */
export const isStopped = (path: string, now: Date): RawBuilder<boolean> => sql`exists (
  select from company as above
  where above.id = any(string_to_array(${sql.ref(path)}, '.')::bigint[]) and ${isStoppedItself('above', now)})`

/** Why a company itself is stopped. Null if it is not. */
export const stopOf = (
  { enabled, deleted_at, expires_at }: { enabled: boolean; deleted_at: string | null; expires_at: string | null },
  now: Date,
): 'disabled' | 'expired' | null => {
  if (!enabled || deleted_at !== null) return 'disabled'
  return expires_at !== null && expires_at <= now.toISOString() ? 'expired' : null
}

/**
 * The company under which a write is about to create something, locked until the commit: a deletion waits and then finds what was created,
 * and a write after a deletion finds no company. The caller has found the company within its scope.
 * @throws DomainError notFound
 */
export const lockOwner = async (systemDb: Kysely<Tables>, companyId: number, field = 'companyId') => {
  const company = await systemDb
    .selectFrom('company')
    .select(['id', 'path', 'type'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!company) throw new DomainError('notFound', {}, field)
  return company
}

/**
 * Refuses one more than `limit` of what each company has few of, because it takes connections or sessions that all companies share. Writers
 * of the same company wait for each other until the commit.
 * @throws DomainError tooMany
 */
export const assertRoom = async (
  { systemDb }: Pick<Write, 'systemDb'>,
  companyId: number,
  table: 'kiosk_link' | 'open_access' | 'push_endpoint',
  isPresent: RawBuilder<boolean>,
  limit: number,
): Promise<void> => {
  // Not scoped: what colleagues with another data scope have made counts too.
  await systemDb.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where company_id = ${companyId} and ${isPresent}`.execute(systemDb)
  if ((rows[0]?.n ?? 0) >= limit) throw new DomainError('tooMany', { limit })
}
