import { sql, type AliasedRawBuilder, type SelectType } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'

/** `company_id` → `companyId`: columns as the contract names them. */
type Camel<S extends string> = S extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S
type Fields<T extends TableName> = { [C in keyof Tables[T] & string as Camel<C>]: SelectType<Tables[T][C]> }

export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Columns of a table by the contract's names, for `select`: `fields('customer', ['id', 'companyId'])` reads `customer.company_id as "companyId"`. */
export const fields = <T extends TableName, const N extends keyof Fields<T> & string>(table: T, names: readonly N[]) =>
  names.map((name) => sql.ref(`${table}.${columnOf(name)}`).as(name)) as {
    [One in N]: AliasedRawBuilder<Fields<T>[One], One>
  }[N][]

/** A table with all the columns of `Tracked` (tables/columns.ts). */
type TrackedTable = {
  [T in TableName]: Tables[T] extends { version: unknown; created_by: unknown; updated_by: unknown } ? T : never
}[TableName]

/** The name of the account whose id is in a column. Not scoped: people of companies above are named too. */
export const accountName = (column: string) =>
  // With an alias, because the table of the column may be `account`.
  sql<string | null>`(select person.name from account as person where person.id = ${sql.ref(column)})`

/** The contract's `tracked` fields: version, and who created and last changed a row. */
export const tracked = (table: TrackedTable) => {
  return [
    sql.ref<number>(`${table}.version`).as('version'),
    sql.ref<string>(`${table}.created_at`).as('createdAt'),
    accountName(`${table}.created_by`).as('createdBy'),
    sql.ref<string>(`${table}.updated_at`).as('updatedAt'),
    accountName(`${table}.updated_by`).as('updatedBy'),
  ] as const
}

/** The same as the last columns of an export. */
export const trackedColumns = [
  { field: 'createdAt' },
  { field: 'createdBy' },
  { field: 'updatedAt' },
  { field: 'updatedBy' },
] as const
