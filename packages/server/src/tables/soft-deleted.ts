import type { TableName, Tables } from './index.ts'

type SoftDeleted = { [T in TableName]: Tables[T] extends { deleted_at: unknown } ? T : never }[TableName]

/** Tables whose deleted rows stay, marked, for the history that points at them. One that has the column and is not named here does not compile. */
const softDeleted: Readonly<Record<SoftDeleted, true>> = {
  company: true,
  customer: true,
  account: true,
  project: true,
  gateway: true,
  device: true,
  work_order: true,
}

export const softDeletedTables: ReadonlySet<TableName> = new Set(Object.keys(softDeleted) as SoftDeleted[])
