import { sql, type Insertable, type Kysely } from 'kysely'
import type { FileTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { fileReferences } from './file-references.ts'

type Db = Kysely<Tables>

export const insertFile = async (db: Db, file: Insertable<FileTable>): Promise<void> => {
  await db.insertInto('file').values(file).execute()
}

/** Whether an account has a message that carries the file. */
export const hasReceived = async (
  db: Db,
  file: { id: string; created_at: string },
  accountId: number | null,
): Promise<boolean> => {
  if (accountId === null) return false
  const found = await db
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', file.created_at)
    .where(sql<boolean>`attached @> array[${file.id}]::text[]`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** A file within the scope of `db`. */
export const fileById = (db: Db, id: string) => db.selectFrom('file').selectAll().where('id', '=', id).executeTakeFirst()

/** Moves uploads that still belong to their uploader to another owner. */
export const changeOwner = async (
  db: Db,
  ids: readonly string[],
  uploader: { accountId: number; companyId: number; customerId: number | null },
  owner: { company_id: number; path: string; customer_id: number | null },
): Promise<void> => {
  await db
    .updateTable('file')
    .set(owner)
    .where('id', 'in', ids)
    .where('account_id', '=', uploader.accountId)
    .where('company_id', '=', uploader.companyId)
    .where(sql<boolean>`customer_id is not distinct from ${uploader.customerId}`)
    .execute()
}

/** Whether any of the files belongs to neither the account nor this owner; for personal files, whether it belongs to another account. */
export const hasForeign = async (
  db: Db,
  ids: readonly string[],
  accountId: number,
  owner: { company_id: number; customer_id: number | null },
): Promise<boolean> => {
  const { n } = await db
    .selectFrom('file')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('id', 'in', [...new Set(ids)])
    .where((e) =>
      e.or([
        e('account_id', '=', accountId),
        e.and([
          e('company_id', '=', owner.company_id),
          sql<boolean>`customer_id is not distinct from ${owner.customer_id}`,
          e('purpose', 'not in', ['export', 'import', 'alarmFile']),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return n < new Set(ids).size
}

export const setPublic = async (db: Db, ids: readonly string[], isPublic: boolean): Promise<void> => {
  await db.updateTable('file').set({ public: isPublic }).where('id', 'in', ids).execute()
}

/** The time zone of an account's company. */
export const timeZoneOf = async (db: Db, accountId: number): Promise<string> => {
  const row = await db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select('company.time_zone')
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.time_zone
}

export const deleteFiles = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await db
      .deleteFrom('file')
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute()
}

/** Of these ids, those that name a file. */
export const knownFiles = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The condition that no column refers to a file. */
const isUnused = () => {
  const used = fileReferences.map(({ table, column, several }) =>
    several
      ? sql`select unnest(${sql.ref(column)}) from ${sql.table(table)}`
      : sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  )
  return sql<boolean>`not exists (select 1 from (${sql.join(used, sql` union all `)}) as used (id) where used.id = file.id)`
}

/** Deletes the rows of files created before `before` that no column refers to. Returns their ids; the bytes still have to be deleted. */
export const deleteUnusedFiles = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db
    .deleteFrom('file')
    .where('created_at', '<', before.toISOString())
    .where(isUnused())
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the row of an account's upload unless a column refers to it. The bytes still have to be deleted. */
export const deleteUnusedFile = (db: Db, id: string, accountId: number) =>
  db
    .deleteFrom('file')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isUnused())
    .returning(['name', 'company_id', 'path'])
    .executeTakeFirst()
