import { sql, type SelectQueryBuilder } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'
import { softDeletedTables } from '../../tables/facts.ts'
import { containing } from '../list.ts'
import { columnOf } from './columns.ts'

type Input = Readonly<Record<string, unknown>>

/** The fields of a list's input that filter its rows, each by the column of the same name. */
interface Filters<I> {
  /** The column has this value or, for a list, one of these. */
  readonly equal?: readonly (keyof I & string)[]
  /** Columns of which one must contain the `keyword`. Large lists use an index instead (keyword.ts). */
  readonly containing?: readonly string[]
  /** The column that must be between `startTime` and `endTime`. */
  readonly between?: string
  /** Country, province, city and region. */
  readonly zone?: boolean
}

const zoneFields = ['country', 'province', 'city', 'region'] as const

/** The rows that an input asks for, without deleted ones. Missing fields do not filter. */
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
