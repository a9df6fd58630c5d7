import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The columns that are asked of tables named only at run time; not each has all. */
interface AnyColumns {
  readonly id: number | string
  readonly version: number
  readonly deleted_at: Date | null
  readonly updated_at: string
  readonly updated_by: number | null
}

/** Reads, as `row`, from a table whose name is known only at run time. Scope applies as to any other query. */
export const fromTable = (db: Kysely<Tables>, table: string) =>
  (db as unknown as Kysely<{ any: AnyColumns; account: Tables['account'] }>).selectFrom(`${table} as row` as 'any as row')
