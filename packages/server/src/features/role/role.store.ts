import type { Kysely, Selectable } from 'kysely'
import type { AccountTable, RoleTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'
import { orDuplicate } from '../../platform/versioned.ts'

type Db = Kysely<Tables>
export type StoredRole = Selectable<RoleTable>

/** A role in the caller's scope, locked until the transaction ends. */
export const lockRole = (db: Db, id: number): Promise<StoredRole> =>
  db.selectFrom('role').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const insertRole = async (
  db: Db,
  role: Pick<
    StoredRole,
    'company_id' | 'path' | 'name' | 'type' | 'level' | 'data_scope' | 'requires_two_step' | 'remark' | 'created_by'
  >,
): Promise<number> => {
  const row = { ...role, updated_by: role.created_by }
  const { id } = await orDuplicate(db.insertInto('role').values(row).returning('id').executeTakeFirstOrThrow(), 'name', role.name)
  return id
}

/** Changes a role if it still has `version`; answers whether it had. */
export const updateRoleRow = async (
  db: Db,
  id: number,
  version: number,
  changes: Partial<Pick<StoredRole, 'name' | 'type' | 'level' | 'data_scope' | 'requires_two_step' | 'remark' | 'enabled'>>,
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const update = db
    .updateTable('role')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('id', '=', id)
    .where('version', '=', version)
  const result = await orDuplicate(update.executeTakeFirst(), 'name', changes.name ?? '')
  return result.numUpdatedRows > 0n
}

export const deleteRoleRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('role').where('id', '=', id).execute()
}

export const grantsOf = async (db: Db, id: number): Promise<string[]> => {
  const rows = await db.selectFrom('role_menu').select('menu_code').where('role_id', '=', id).orderBy('menu_code').execute()
  return rows.map((row) => row.menu_code)
}

export const replaceGrants = async (db: Db, id: number, codes: readonly string[]): Promise<void> => {
  await db.deleteFrom('role_menu').where('role_id', '=', id).execute()
  if (codes.length > 0)
    await db
      .insertInto('role_menu')
      .values(codes.map((menu_code) => ({ role_id: id, menu_code })))
      .execute()
}

/** The accounts that hold a role. */
export const holdersOf = async (db: Db, id: number): Promise<Pick<Selectable<AccountTable>, 'id' | 'name' | 'type'>[]> =>
  db
    .selectFrom('account_role')
    .innerJoin('account', 'account.id', 'account_role.account_id')
    .select(['account.id', 'account.name', 'account.type'])
    .where('account_role.role_id', '=', id)
    .where('account.deleted_at', 'is', null)
    .orderBy('account.id')
    .execute()

/** Deletes the roles of a company that no account has. */
export const deleteRolesOf = async (db: Db, companyId: number): Promise<void> => {
  await db
    .deleteFrom('role')
    .where('company_id', '=', companyId)
    .where((e) =>
      e.not(e.exists(e.selectFrom('account_role').select('account_id').whereRef('account_role.role_id', '=', 'role.id'))),
    )
    .execute()
}
