import { closedOrderStatuses } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import { dependantLimit, type Dependant } from '../../../platform/rows/rows.ts'
import type { AccountTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredAccount = Selectable<AccountTable>

export const accountInScope = (db: Db, id: number) =>
  db
    .selectFrom('account')
    .select(['id', 'company_id', 'customer_id', 'type', 'account', 'name', 'phone', 'email', 'path'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const replaceRoles = async (systemDb: Db, accountId: number, roleIds: readonly number[]): Promise<void> => {
  await systemDb.deleteFrom('account_role').where('account_id', '=', accountId).execute()
  if (roleIds.length > 0)
    await systemDb
      .insertInto('account_role')
      .values(roleIds.map((role_id) => ({ account_id: accountId, role_id })))
      .execute()
}

/** Marks accounts as deleted and removes their roles. */
export const deleteAccountRows = async (systemDb: Db, ids: readonly number[], by: number | null, at: Date): Promise<void> => {
  await systemDb.deleteFrom('account_role').where('account_id', 'in', ids).execute()
  await systemDb
    .updateTable('account')
    .set({ deleted_at: at, enabled: false, updated_at: at, updated_by: by })
    .where('id', 'in', ids)
    .execute()
  await systemDb.updateTable('company').set({ admin_account_id: null }).where('admin_account_id', 'in', ids).execute()
}

export interface HeldRole {
  readonly account_id: number
  readonly id: number
  readonly name: string
  readonly level: number
  readonly path: string
}

/** The roles of accounts, including those of companies above, which the caller cannot see otherwise. */
export const rolesHeldBy = (systemDb: Db, accountIds: readonly number[]): Promise<HeldRole[]> =>
  systemDb
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .select(['account_role.account_id', 'role.id', 'role.name', 'role.level', 'role.path'])
    .where('account_role.account_id', 'in', accountIds)
    .orderBy('role.level')
    .orderBy('role.name')
    .execute()

/** Some of the open orders that an account is assigned to. */
export const openOrdersOf = (db: Db, accountId: number): Promise<Dependant[]> =>
  db
    .selectFrom('order_engineer')
    .innerJoin('work_order', 'work_order.id', 'order_engineer.order_id')
    .select('work_order.code as label')
    .where('order_engineer.account_id', '=', accountId)
    .where('work_order.status', 'not in', closedOrderStatuses)
    .where('work_order.deleted_at', 'is', null)
    .orderBy('work_order.id')
    .limit(dependantLimit)
    .execute()

export const lastSignIns = (systemDb: Db, accountId: number) =>
  systemDb
    .selectFrom('login_log')
    .select(['at', 'result', 'ip'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

const customerOf = (db: Db, id: number) =>
  db.selectFrom('customer').select(['id', 'company_id', 'path']).where('id', '=', id).where('deleted_at', 'is', null)

/** The company and customer of a customer's account. */
export const customerInScope = (db: Db, id: number) => customerOf(db, id).executeTakeFirst()

/** The same, locked, so that the customer is not deleted before the transaction ends. */
export const lockCustomerOf = (db: Db, id: number) => customerOf(db, id).forKeyShare().executeTakeFirst()

/** Assigns projects, except those that the account already has. Returns the ids of the new ones. */
export const addProjects = async (
  systemDb: Db,
  accountId: number,
  projectIds: readonly number[],
  by: number | null,
  at: Date,
): Promise<number[]> => {
  const rows = await systemDb
    .insertInto('account_project')
    .values(projectIds.map((project_id) => ({ account_id: accountId, project_id, created_at: at, created_by: by })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}

/** Removes projects from an account. Returns the ids of those that it had. */
export const removeProjects = async (systemDb: Db, accountId: number, projectIds: readonly number[]): Promise<number[]> => {
  const rows = await systemDb
    .deleteFrom('account_project')
    .where('account_id', '=', accountId)
    .where('project_id', 'in', projectIds)
    .returning('project_id')
    .execute()
  return rows.map((row) => row.project_id)
}
