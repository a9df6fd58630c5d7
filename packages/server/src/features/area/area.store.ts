import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The areas below one, or the countries, in order. */
export const areasBelow = (db: Kysely<Tables>, parent: string | null) =>
  db
    .selectFrom('area')
    .select(['code', 'name_zh', 'name_en'])
    .select(sql<boolean>`not exists (select from area as child where child.parent_code = area.code)`.as('leaf'))
    .where('parent_code', parent === null ? 'is' : '=', parent)
    .orderBy('sort')
    .execute()
