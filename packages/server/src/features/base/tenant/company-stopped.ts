import { sql, type RawBuilder } from 'kysely'

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
