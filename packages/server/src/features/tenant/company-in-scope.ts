import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** A company that the scope of `db` holds, with where it stands and what is usual there. */
export const companyInScope = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('company')
    .select(['id', 'path', 'type', 'time_zone', 'language'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
