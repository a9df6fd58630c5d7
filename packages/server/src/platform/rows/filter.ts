import { sql, type SelectQueryBuilder } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'
import { softDeletedTables } from '../../tables/facts.ts'
import { containing } from '../list.ts'
import { columnOf } from './columns.ts'

type Input = Readonly<Record<string, unknown>>

/** Which fields of a list's input narrow its rows, each by the column of the same name. */
interface Filters<I> {
  /** The column has this value, or one of these where the input is a list. */
  readonly equal?: readonly (keyof I & string)[]
  /** Columns of which one contains the `keyword`. Lists that grow large use an index instead (keyword.ts). */
  readonly containing?: readonly string[]
  /** The column that lies between `startTime` and `endTime`. */
  readonly between?: string
  /** Country, province, city and region. */
  readonly zone?: boolean
}

const zoneFields = ['country', 'province', 'city', 'region'] as const

/** The rows that an input asks for, without deleted ones. What it leaves out does not narrow them. */
export const filtered = <T extends TableName, I extends object>(
  rows: SelectQueryBuilder<Tables, T, object>,
  table: T,
  input: I,
  filters: Filters<I>,
): SelectQueryBuilder<Tables, T, object> => {
  const given = input as Input
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [...(filters.equal ?? []), ...(filters.zone ? zoneFields : [])].flatMap((field) => {
    const value = given[field]
    if (value === undefined || value === '') return []
    return Array.isArray(value)
      ? [sql<boolean>`${column(columnOf(field))} = any(${value})`]
      : [sql<boolean>`${column(columnOf(field))} = ${value}`]
  })
  if (softDeletedTables.has(table)) conditions.push(sql<boolean>`${column('deleted_at')} is null`)
  if (filters.containing && given['keyword']) {
    const pattern = containing(String(given['keyword']))
    const found = filters.containing.map((name) => sql<boolean>`${column(name)} ilike ${pattern}`)
    conditions.push(sql<boolean>`(${sql.join(found, sql` or `)})`)
  }
  if (filters.between) {
    const { startTime, endTime } = given
    if (startTime) conditions.push(sql<boolean>`${column(filters.between)} >= ${startTime}`)
    if (endTime) conditions.push(sql<boolean>`${column(filters.between)} <= ${endTime}`)
  }
  return conditions.reduce((query, condition) => query.where(condition), rows)
}
