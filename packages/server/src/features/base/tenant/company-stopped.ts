import { sql, type RawBuilder } from 'kysely'

/** Whether a company on a path is disabled, deleted or expired, so that nobody of its branch may sign in. `path` names the column. */
export const isStopped = (path: string, now: Date): RawBuilder<boolean> => sql`exists (
  select from company as above
  where above.id = any(string_to_array(${sql.ref(path)}, '.')::bigint[])
    and (not above.enabled or above.deleted_at is not null or above.expires_at <= ${now}))`
