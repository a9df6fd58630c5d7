import { DomainError, type EnumValue } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import { depthOf, scoped, type Scope } from '../../platform/database/scope.ts'
import type { CompanyConfigTable, CompanyTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
/** What a company and all below it may have only so many of. */
export type Quota = 'accounts' | 'projects' | 'devices' | 'storage'
export type StoredCompany = Selectable<CompanyTable>
export type StoredConfig = Selectable<CompanyConfigTable>

/** The ids of the companies on a path, the operating company first. */
export const idsOf = (path: string): number[] => path.split('.').map(Number)

/** A database that sees what the company at `path` sees: its whole branch, and nothing else. */
export const branchOf = (systemDb: Db, path: string): Db => {
  const scope: Scope = { kind: 'company', companyId: idsOf(path).at(-1) ?? 0, depth: depthOf(path), accountId: 0 }
  return scoped(systemDb, scope)
}

/**
 * A company of this kind in the caller's scope, locked until the transaction ends; to be deleted, nothing is created under it
 * meanwhile either (lock-owner.ts).
 * @throws DomainError notFound
 */
export const lockCompany = async (
  db: Db,
  kind: EnumValue<'companyType'>,
  id: number,
  purpose: 'change' | 'delete' = 'change',
): Promise<StoredCompany> => {
  const company = db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', kind)
    .where('deleted_at', 'is', null)
  const row = await (purpose === 'delete' ? company.forUpdate() : company.forNoKeyUpdate()).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row
}

/** Runs a statement that writes a company, and says which of its unique values another one has. */
const orTaken = async <T>(
  statement: Promise<T>,
  company: { readonly org_code?: string | undefined; readonly domain?: string | null | undefined },
): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code !== '23505') throw error
    const isDomain = constraint === 'company_domain'
    throw new DomainError(
      'duplicate',
      { value: (isDomain ? company.domain : company.org_code) ?? '' },
      isDomain ? 'domain' : 'orgCode',
    )
  }
}

export const operatingCompanyId = async (systemDb: Db): Promise<number> => {
  const { id } = await systemDb.selectFrom('company').select('id').where('type', '=', 'siter').executeTakeFirstOrThrow()
  return id
}

/** Adds a company below its parent, with an empty branding. */
export const insertCompany = async (
  systemDb: Db,
  parentPath: string,
  row: Omit<Insertable<CompanyTable>, 'path'>,
): Promise<{ id: number; path: string }> => {
  const insertion = systemDb
    .insertInto('company')
    .values({ ...row, path: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await orTaken(insertion, row)
  const path = `${parentPath}.${id}`
  await systemDb.updateTable('company').set({ path }).where('id', '=', id).execute()
  await insertConfig(systemDb, { company_id: id, path, created_by: row.created_by ?? null })
  return { id, path }
}

/** Changes a company if it still has `version`; answers whether it had. */
export const updateCompanyRow = async (
  db: Db,
  id: number,
  version: number,
  changes: Updateable<CompanyTable>,
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const update = db
    .updateTable('company')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  const result = await orTaken(update, changes)
  return result.numUpdatedRows > 0n
}

export const setAdministrator = async (systemDb: Db, id: number, accountId: number): Promise<void> => {
  await systemDb.updateTable('company').set({ admin_account_id: accountId }).where('id', '=', id).execute()
}

/** The companies on a path that have a quota of this, outermost first, locked until the transaction ends. */
export const lockQuotas = (systemDb: Db, path: string, what: Quota) =>
  systemDb
    .selectFrom('company')
    .select(['id', 'name', 'path', 'quotas'])
    .where('id', 'in', idsOf(path))
    .where(sql<boolean>`quotas ? ${what}`)
    .orderBy(sql`length(path)`)
    .forNoKeyUpdate()
    .execute()

/** How many of these a company and all below it have; of storage, bytes. */
export const countBranch = async (systemDb: Db, path: string, what: Quota): Promise<number> => {
  const { n } = await branchOf(systemDb, path)
    .selectFrom('company_count')
    .select(sql<number>`coalesce(sum(${sql.ref(what)}), 0)::bigint`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const insertConfig = async (systemDb: Db, row: Insertable<CompanyConfigTable>): Promise<void> => {
  await systemDb
    .insertInto('company_config')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const configOf = (db: Db, companyId: number) =>
  db.selectFrom('company_config').selectAll().where('company_id', '=', companyId).executeTakeFirst()

/** The branding of a company, locked until the transaction ends; a company that has none yet gets an empty one. */
export const lockConfig = async (systemDb: Db, company: { id: number; path: string }): Promise<StoredConfig> => {
  await insertConfig(systemDb, { company_id: company.id, path: company.path })
  return systemDb
    .selectFrom('company_config')
    .selectAll()
    .where('company_id', '=', company.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const updateConfigRow = async (
  systemDb: Db,
  companyId: number,
  changes: Updateable<CompanyConfigTable>,
  by: number | null,
  at: Date,
): Promise<void> => {
  await systemDb
    .updateTable('company_config')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('company_id', '=', companyId)
    .execute()
}
