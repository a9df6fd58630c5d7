import { DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'

type VersionedTable = {
  [T in keyof Tables]: Tables[T] extends { id: unknown; updated_at: unknown; updated_by: unknown } ? T : never
}[keyof Tables]

/** Who changed a row last, and when, for a 409. Names are looked up without scope: the editor may sit in a company above. */
export const lastEditor = async (
  systemDb: Kysely<Tables>,
  table: VersionedTable,
  id: number,
): Promise<{ who: string; when: string }> => {
  const row = (await systemDb
    .selectFrom(systemDb.dynamic.table(table).as('row') as never)
    .leftJoin('account', 'account.id', 'row.updated_by' as never)
    .select(['row.updated_at' as never, 'account.name' as never])
    .where('row.id' as never, '=', id as never)
    .executeTakeFirst()) as { updated_at: string; name: string | null } | undefined
  return { who: row?.name ?? '—', when: row?.updated_at ?? '—' }
}

/** Answers an edit made from a stale version: 409, naming the other editor. */
export const refuseStale = async (systemDb: Kysely<Tables>, table: VersionedTable, id: number): Promise<never> => {
  throw new DomainError('staleVersion', await lastEditor(systemDb, table, id))
}

/** Runs a statement whose unique index may refuse it, and says which value was taken. */
export const orDuplicate = async <T>(statement: Promise<T>, field: string, value: string): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if ((error as { code?: unknown }).code === '23505') throw new DomainError('duplicate', { value }, field)
    throw error
  }
}
