import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** A company in the scope of `db`, with its path and defaults. */
export const companyInScope = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('company')
    .select(['id', 'path', 'type', 'time_zone', 'language'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
