import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The areas below one, or the countries, in order. */
export const areasBelow = (db: Kysely<Tables>, parent: string | null) =>
  db
    .selectFrom('area')
    .select(['code', 'name_zh', 'name_en'])
    .select(sql<boolean>`not exists (select from area as child where child.parent_code = area.code)`.as('leaf'))
    .where('parent_code', parent === null ? 'is' : '=', parent)
    .orderBy('sort')
    .execute()

/**
 * The areas of a level, or below an area, with this code or name. A Chinese name may omit its last character (浙江 for 浙江省), an English one
 * its kind (Xihu for Xihu District).
 */
export const areasByName = (db: Kysely<Tables>, text: string, level: number, parent: string | undefined) => {
  const names = ['', '省', '市', '区', '县'].map((ending) => `${text}${ending}`)
  const called = db
    .selectFrom('area')
    .select('code')
    .where('level', '=', level)
    .where((e) =>
      e.or([
        e('code', '=', text.toUpperCase()),
        e('name_zh', 'in', names),
        ...['', ' District', ' County'].map((kind) => e('name_en', 'ilike', text.replace(/[\\%_]/g, '\\$&') + kind)),
      ]),
    )
    .limit(2)
  return (parent === undefined ? called : called.where('parent_code', '=', parent)).execute()
}

/** Provinces, cities and districts, in order. */
export const areasOfChina = (db: Kysely<Tables>) =>
  db
    .selectFrom('area')
    .select(['code', 'parent_code', 'level', 'name_zh', 'name_en'])
    .where('level', '>=', 2)
    .orderBy('code')
    .execute()

/** The areas with these codes. */
export const areasOfCodes = (db: Kysely<Tables>, codes: readonly string[]) =>
  db.selectFrom('area').select(['code', 'parent_code', 'level']).where('code', 'in', codes).execute()
