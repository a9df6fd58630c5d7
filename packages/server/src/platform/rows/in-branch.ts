import { sql, type RawBuilder } from 'kysely'
import { depthOf } from '../database/scope.ts'
import type { TableName } from '../../tables/index.ts'

/** The rows of a table that belong to the company at `path` or to one below it. Written like the scope condition, so that the same indexes apply. */
export const inBranch = (table: TableName, path: string): RawBuilder<boolean> =>
  depthOf(path) === 1
    ? sql`true`
    : sql`split_part(${sql.ref(`${table}.path`)}, '.', ${sql.lit(depthOf(path))}) = ${path.split('.').at(-1) ?? ''}`
