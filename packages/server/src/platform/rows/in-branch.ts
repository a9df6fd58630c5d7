import { sql, type RawBuilder } from 'kysely'
import { depthOf, inBranchOf } from '../database/scope.ts'
import type { TableName } from '../../tables/index.ts'

type Column = string | RawBuilder<unknown>
const columnOf = (column: Column): RawBuilder<unknown> => (typeof column === 'string' ? sql.ref(column) : column)

/** The rows of a table that belong to the company at `path` or to one below it. Written like the scope condition, so that the same indexes apply. */
export const inBranch = (table: TableName, path: string): RawBuilder<boolean> =>
  inBranchOf({ depth: depthOf(path), companyId: Number(path.split('.').at(-1)) }, `${table}.path`) ?? sql`true`

/** Whether a company's path is that of another, or below it: `isBelow` in SQL. Both are names of columns, or SQL. */
export const isInBranch = (path: Column, branch: Column): RawBuilder<boolean> =>
  sql`(${columnOf(path)} = ${columnOf(branch)} or starts_with(${columnOf(path)}, ${columnOf(branch)} || '.'))`

/** The same as a range of an index on the path. '/' is the character after '.', and a path contains only digits and dots. */
export const inBranchRange = (path: Column, branch: Column): RawBuilder<boolean> =>
  sql`(${columnOf(path)} ~>=~ ${columnOf(branch)} and ${columnOf(path)} ~<~ (${columnOf(branch)} || '/'))`
