import { DomainError } from '@emberwatch/contract'
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { CustomerTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredCustomer = Selectable<CustomerTable>

/**
 * A customer in the scope of `db`, locked until the transaction ends; to be deleted, nothing is hung on it meanwhile either.
 * @throws DomainError notFound
 */
export const lockCustomer = async (db: Db, id: number, purpose: 'change' | 'delete' = 'change'): Promise<StoredCustomer> => {
  const customer = db.selectFrom('customer').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const row = await (purpose === 'delete' ? customer.forUpdate() : customer.forNoKeyUpdate()).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row
}

export const insertCustomer = async (systemDb: Db, row: Insertable<CustomerTable>): Promise<number> => {
  const { id } = await systemDb.insertInto('customer').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes a customer if it still has `version`; answers whether it had. */
export const updateCustomerRow = async (
  db: Db,
  id: number,
  version: number,
  changes: Updateable<CustomerTable>,
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('customer')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The accounts of a customer. */
export const accountIdsOf = async (systemDb: Db, customerId: number): Promise<number[]> => {
  const rows = await systemDb
    .selectFrom('account')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

export interface Dependant {
  readonly label: string
  readonly path: string
}

/** What hangs on a customer, up to `limit` of each kind: projects, accounts, open orders. */
export const dependantsOf = async (systemDb: Db, customerId: number, limit: number): Promise<Dependant[]> => {
  const [projects, accounts, orders] = await Promise.all([
    systemDb
      .selectFrom('project')
      .select(['name as label', 'path'])
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
    systemDb
      .selectFrom('account')
      .select(['account as label', 'path'])
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
    systemDb
      .selectFrom('work_order')
      .select(['code as label', 'path'])
      .where('customer_id', '=', customerId)
      .where('status', '<>', 'complete')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
  ])
  return [...projects, ...accounts, ...orders]
}
