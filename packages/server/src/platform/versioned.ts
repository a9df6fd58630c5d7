import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { fromTable } from './database/any-table.ts'
import { isUniqueViolation } from './database/database-failure.ts'
import type { Tables } from '../tables/index.ts'
import { nobody } from './i18n.ts'

/** Tables with a version and an editor. */
export type VersionedTable = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; updated_at: unknown; updated_by: unknown } ? T : never
}[keyof Tables]

/** Who last changed a row, and when, for a 409. The name is read unscoped: the editor may belong to a parent company. */
export const lastEditor = async (
  systemDb: Kysely<Tables>,
  table: VersionedTable,
  id: number,
): Promise<{ who: string; when: string }> => {
  const row = await fromTable(systemDb, table)
    .leftJoin('account', 'account.id', 'row.updated_by')
    .select(['row.updated_at', 'account.name'])
    .where('row.id', '=', id)
    .executeTakeFirst()
  return { who: row?.name ?? nobody, when: row?.updated_at ?? '—' }
}

/** Answers 409 to an edit of a stale version, naming the other editor. */
export const refuseStale = async (systemDb: Kysely<Tables>, table: VersionedTable, id: number): Promise<never> => {
  throw new DomainError('staleVersion', await lastEditor(systemDb, table, id))
}

/** Runs a statement that may violate a unique index, and reports which value is taken. */
export const orDuplicate = async <T>(statement: Promise<T>, field: string, value: string): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('duplicate', { value }, field)
    throw error
  }
}
