import { DomainError, type AuditAction, type AuditObjectKind } from '@emberwatch/contract'
import { type Insertable, type Kysely, type Selectable, type Updateable, sql, type RawBuilder, type Transaction } from 'kysely'
import { softDeletedTables } from '../../tables/facts.ts'
import type { Tables, TableName } from '../../tables/index.ts'
import { changesBetween, type AuditEntry } from '../audit.ts'
import type { Ctx } from '../context.ts'
import { fromTable } from '../database/any-table.ts'
import type { Write } from '../transact.ts'
import { orDuplicate, refuseStale, type VersionedTable } from '../versioned.ts'

/** Tables whose rows people edit. Their audit rows have the table's name as object kind. */
export type EditedTable = VersionedTable & AuditObjectKind

/** How the audit log records a change, besides its columns. */
interface AuditOptions {
  readonly action: AuditAction
  /** The input's field and value that a unique index may reject. */
  readonly unique?: readonly [field: string, value: string]
  /** Changes that are not columns of the row, or are logged differently. Null leaves a column out. */
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown] | null>>
  readonly result?: string
  /** The row's name in the log, if it is not in its column `name`. */
  readonly name?: string
  /** The company in whose log it belongs, if the row itself names none. */
  readonly owner?: AuditEntry['owner']
}

/** The owner of audit entries about product-wide rows. */
export const actorCompany = ({ actor }: Pick<Ctx, 'actor'>): AuditEntry['owner'] => ({
  companyId: actor.companyId ?? 0,
  path: actor.companyPath,
})

interface AnyRow {
  readonly id: number
  readonly name?: string
  readonly company_id?: number
  readonly path?: string
}

/** A table known only at run time. The functions below are typed by their table. */
const untyped = (write: Write) => write.systemDb as unknown as Kysely<Record<string, Record<string, unknown>>>

const auditOf = (
  table: EditedTable,
  row: AnyRow,
  audit: AuditOptions,
  changes: NonNullable<AuditEntry['changes']>,
): AuditEntry => {
  const owner = audit.owner ?? { companyId: table === 'company' ? row.id : row.company_id, path: row.path }
  const audited = Object.entries({ ...changes, ...audit.changes }).flatMap(([field, change]) =>
    change ? [[field, change] as const] : [],
  )
  const { companyId, path } = owner
  // In another company's chain, nobody looking for it would find it.
  if (companyId === undefined || path === undefined) throw new Error(`a row of ${table} without its company cannot be audited`)
  return {
    action: audit.action,
    object: { kind: table, id: row.id, name: audit.name ?? row.name ?? '' },
    owner: { companyId, path },
    changes: Object.fromEntries(audited),
    ...(audit.result === undefined ? {} : { result: audit.result }),
  }
}

/**
 * A row in the caller's scope, locked until the transaction ends. With a lock for deletion, no other row can be attached meanwhile either.
 * If `version` is given, the row must not have changed since.
 * @throws DomainError notFound; staleVersion, naming the other editor
 */
export const lockRow = async <T extends EditedTable>(
  write: Write,
  table: T,
  { id, version }: { readonly id: number; readonly version?: number },
  purpose: 'change' | 'delete' = 'change',
): Promise<Selectable<Tables[T]>> => {
  let query = fromTable(write.db, table).selectAll().where('row.id', '=', id)
  if (softDeletedTables.has(table)) query = query.where('row.deleted_at', 'is', null)
  const locked = purpose === 'delete' ? query.forUpdate() : query.forNoKeyUpdate()
  const row = (await locked.executeTakeFirst()) as
    | (Selectable<Tables[T]> & { readonly id: number; readonly version: number })
    | undefined
  if (!row) throw new DomainError('notFound', {}, 'id')
  await assertVersion(write, table, row, version)
  return row
}

/**
 * Checks that a locked row has not changed since it was read, for verbs that check something else first. @throws DomainError staleVersion,
 * naming the other editor
 */
export const assertVersion = async (
  write: Write,
  table: EditedTable,
  row: { readonly id: number; readonly version: number },
  version: number | undefined,
): Promise<void> => {
  if (version !== undefined && row.version !== version) await refuseStale(write.systemDb, table, row.id)
}

/** Writes the audit entry of an action that changed no columns of the row. */
export const auditRow = (write: Write, table: EditedTable, row: AnyRow, audit: AuditOptions): void =>
  write.audit(auditOf(table, row, audit, {}))

/** Adds a row with its creator, and an audit entry with all its values. Returns its id. */
export const insertRow = async <T extends EditedTable>(
  write: Write,
  table: T,
  values: Insertable<Tables[T]>,
  audit: AuditOptions,
): Promise<number> => {
  const { by, at } = write
  const statement = untyped(write)
    .insertInto(table)
    .values({ ...values, created_at: at, updated_at: at, created_by: by, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow() as Promise<unknown> as Promise<{ id: number }>
  const { id } = await (audit.unique ? orDuplicate(statement, ...audit.unique) : statement)
  const empty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const { company_id: _company, path: _path, ...facts } = values as Record<string, unknown>
  const fields = Object.entries(changesBetween({}, facts)).filter(([, [, value]]) => !empty(value))
  write.audit(auditOf(table, { ...(values as object), id }, audit, Object.fromEntries(fields)))
  return id
}

const setColumns = async (
  write: Write,
  table: EditedTable,
  id: number,
  changes: object,
  unique: AuditOptions['unique'],
): Promise<void> => {
  const statement = untyped(write)
    .updateTable(table)
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: write.at, updated_by: write.by }))
    .where('id', '=', id)
    .execute()
  await (unique ? orDuplicate(statement, ...unique) : statement)
}

/** Changes a locked row, its version and editor, and writes an audit entry with each changed field from → to. */
export const updateRow = async <T extends EditedTable>(
  write: Write,
  table: T,
  row: Selectable<Tables[T]> & { readonly id: number },
  changes: Updateable<Tables[T]>,
  audit: AuditOptions,
): Promise<void> => {
  await setColumns(write, table, row.id, changes, audit.unique)
  const { name } = changes as { readonly name?: string }
  const shown = name === undefined ? row : { ...row, name }
  write.audit(auditOf(table, shown, audit, changesBetween(row, changes as Record<string, unknown>)))
}

/** Deletes a locked row. If other rows keep referring to it (tables/facts.ts), it is only marked as deleted. */
export const deleteRow = async <T extends EditedTable>(
  write: Write,
  table: T,
  row: Selectable<Tables[T]> & { readonly id: number },
  audit: AuditOptions,
): Promise<void> => {
  if (softDeletedTables.has(table)) await setColumns(write, table, row.id, { deleted_at: write.at }, undefined)
  else
    await untyped(write)
      .deleteFrom(table as string)
      .where('id', '=', row.id)
      .execute()
  const { name } = row as AnyRow
  write.audit(auditOf(table, row as AnyRow, audit, name === undefined ? {} : { name: [name, null] }))
}

/** Something that prevents the deletion of a row. */
export interface Dependant {
  readonly label: string
}

/** How many are named. */
const namedDependants = 10
/** Read one more than are named, so that the answer can say that there are others. */
export const dependantLimit = namedDependants + 1

/** Reads the first `dependantLimit` dependants in the scope of `db`. */
type FindDependants = (db: Kysely<Tables>) => Promise<readonly Dependant[]>

/** The dependants that the caller sees, by name, and `…` if there are others. Undefined if there are none, wherever they are. */
export const dependantNames = async (
  { db, systemDb }: Pick<Write, 'db' | 'systemDb'>,
  find: FindDependants,
): Promise<string[] | undefined> => {
  const all = await find(systemDb)
  if (all.length === 0) return undefined
  const named = (await find(db)).slice(0, namedDependants).map(({ label }) => label)
  return named.length < all.length ? [...named, '…'] : named
}

/**
 * Refuses a deletion while anything depends on the row. Only what the caller sees is named.
 * @throws DomainError inUse
 */
export const refuseInUse = async (write: Pick<Write, 'db' | 'systemDb'>, find: FindDependants): Promise<void> => {
  const dependants = await dependantNames(write, find)
  if (dependants) throw new DomainError('inUse', { dependants })
}

/** Changes rows of a table known only at run time, for columns that all tables share, such as the owner. */
export const updateWhere = async (
  tx: Transaction<Tables>,
  table: TableName,
  set: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): Promise<number> => {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set} where ${where}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
