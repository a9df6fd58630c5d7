import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { lockRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { isUniqueViolation } from '../../../platform/database/database-failure.ts'
import type { CompanyConfigTable, CompanyTable } from '../../../tables/companies.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredCompany = Selectable<CompanyTable>
export type StoredConfig = Selectable<CompanyConfigTable>

/**
 * A company of this kind in the caller's scope, locked until the transaction ends. With a lock for deletion, nothing can be created under
 * it meanwhile either (tenant/tenant.rules.ts).
 * @throws DomainError notFound
 */
export const lockCompany = async (
  write: Write,
  kind: EnumValue<'companyType'>,
  id: number,
  purpose: 'change' | 'delete' = 'change',
): Promise<StoredCompany> => {
  const company = await lockRow(write, 'company', { id }, purpose)
  if (company.type !== kind) throw new DomainError('notFound', {}, 'id')
  return company
}

/** Runs a statement that writes a company, and reports which of its unique values is taken. */
export const orTaken = async <T>(
  statement: Promise<T>,
  company: { readonly org_code?: string | undefined; readonly domain?: string | null | undefined },
): Promise<T> => {
  try {
    return await statement
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const isDomain = error.constraint === 'company_domain'
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

export const setAdministrator = async (systemDb: Db, id: number, accountId: number): Promise<void> => {
  await systemDb.updateTable('company').set({ admin_account_id: accountId }).where('id', '=', id).execute()
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

/** The branding of a company, locked until the transaction ends. A company without one gets an empty one. */
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
