import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { Tables } from '../tables/index.ts'
import { cappedAt, type ListPlan } from './list.ts'

/** A row of a list with the value that it is sorted by. Null: unknown. */
export interface Sortable {
  readonly id: number
  readonly value: number | null
}

/** Beyond every figure. */
const farthest = 1e300

/**
 * The rows of a list that is sorted by a figure computed outside the database. They were found in the caller's scope, so the list of their
 * ids has it too. Rows without a value come last in both directions.
 */
export const sortedByFigure = (
  systemDb: Kysely<Tables>,
  rows: readonly Sortable[],
  by: string,
  order: 'asc' | 'desc' = 'asc',
): Pick<ListPlan<never>, 'rows' | 'key' | 'sorts' | 'count'> => {
  const last = order === 'asc' ? farthest : -farthest
  const ids = rows.map(({ id }) => id)
  const values = rows.map(({ value }) => value ?? last)
  const listed = sql<{ id: number }>`unnest(${ids}::bigint[], ${values}::float8[])`.as<'ranked'>(sql`ranked (id, ${sql.ref(by)})`)
  return {
    rows: systemDb.selectFrom(listed) as unknown as SelectQueryBuilder<Tables, never, object>,
    key: 'ranked.id',
    sorts: { [by]: `ranked.${by}` },
    count: cappedAt(rows.length),
  }
}
