import { closedOrderStatuses, type EnumValue, type OrderFacts, type OrderKindName } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type {
  OrderCheckTable,
  OrderDeviceTable,
  OrderHistoryTable,
  OrderPartTable,
  OrderSignInTable,
  WorkOrderTable,
} from '../../../tables/orders.tables.ts'

type Db = Kysely<Tables>
export type OrderStatus = EnumValue<'orderStatus'>
export type OrderColumns = Selectable<WorkOrderTable>
export type OrderChanges = Omit<Updateable<WorkOrderTable>, 'id' | 'version' | 'updated_at' | 'updated_by' | 'status'>

/** An order with its columns and the facts that the preconditions of its state graph need. */
export interface StoredOrder extends OrderColumns, OrderFacts {
  readonly projectName: string
  /** Of the project. */
  readonly timeZone: string
}

/** An order of a kind in the caller's scope. Undefined if there is none or it was deleted. */
export const findOrder = async (db: Db, kind: OrderKindName, id: number): Promise<StoredOrder | undefined> => {
  const row = await db
    .selectFrom('work_order')
    .innerJoin('project', 'project.id', 'work_order.project_id')
    .leftJoin('account as creator', 'creator.id', 'work_order.created_by')
    .selectAll('work_order')
    .select(['project.name as projectName', 'project.time_zone as timeZone'])
    .select((e) => [
      // An order created by the system belongs to the owner of the project.
      e.fn.coalesce('creator.company_id', 'work_order.company_id').as('creatorCompanyId'),
      sitesMissing.as('sitesMissing'),
      sitesSigned.as('sitesSigned'),
    ])
    .where('work_order.id', '=', id)
    .where('work_order.kind', '=', kind)
    .where('work_order.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const engineers = await db
    .selectFrom('order_engineer')
    .select('account_id as id')
    .where('order_id', '=', id)
    .orderBy('account_id')
    .execute()
  return { ...row, engineers, completedById: row.completed_by, heldFrom: row.held_from }
}

/** An order's current status. Undefined if it was deleted. */
export const statusOf = async (db: Db, id: number): Promise<OrderStatus | undefined> =>
  (await db.selectFrom('work_order').select('status').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst())
    ?.status

/** How many of the order's sign addresses still lack a sign-in, and how many have one. */
export const sitesMissing = sql<number>`(select count(*) from order_site where order_site.order_id = work_order.id and order_site.signed_at is null)`

export const sitesSigned = sql<number>`(select count(*) from order_site where order_site.order_id = work_order.id and order_site.signed_at is not null)`

export const nextOrderNumber = async (db: Db): Promise<number> => {
  const { number } = await db.selectNoFrom(sql<number>`nextval('order_code')`.as('number')).executeTakeFirstOrThrow()
  return number
}

/** Whether an open order already handles the alarm. */
export const openOrderOfAlarm = async (db: Db, projectId: number, alarmId: number): Promise<boolean> => {
  const order = await db
    .selectFrom('work_order')
    .select('id')
    .where('project_id', '=', projectId)
    .where('alarm_id', '=', alarmId)
    .where('status', 'not in', [...closedOrderStatuses])
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return order !== undefined
}

export const insertOrder = async (db: Db, row: Insertable<WorkOrderTable>): Promise<number> => {
  const { id } = await db.insertInto('work_order').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates an order if nobody else has changed it since it was read. Returns whether it did. */
export const updateOrder = async (
  db: Db,
  order: Pick<OrderColumns, 'id' | 'status' | 'version'>,
  changes: OrderChanges & { status: OrderStatus },
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('work_order')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .where('version', '=', order.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const replaceEngineers = async (db: Db, orderId: number, accountIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('order_engineer').where('order_id', '=', orderId).execute()
  await db
    .updateTable('order_site')
    .set({ signed_at: null, signed_by: null })
    .where('order_id', '=', orderId)
    .where(sql<boolean>`signed_by <> all(${accountIds}::bigint[])`)
    .execute()
  if (accountIds.length === 0) return
  const rows = accountIds.map((account_id) => ({ order_id: orderId, account_id }))
  await db.insertInto('order_engineer').values(rows).execute()
}

export const deviceIdsOf = async (db: Db, orderId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('order_device')
    .select('device_id')
    .where('order_id', '=', orderId)
    .orderBy('device_id')
    .execute()
  return rows.map((row) => row.device_id)
}

export const replaceDevices = async (db: Db, orderId: number, deviceIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('order_device').where('order_id', '=', orderId).execute()
  if (deviceIds.length === 0) return
  await db
    .insertInto('order_device')
    .values(deviceIds.map((device_id) => ({ order_id: orderId, device_id })))
    .execute()
}

/** Adds all devices of a project to an order, or those of some models. Returns how many there are. */
export const addProjectDevices = async (
  db: Db,
  orderId: number,
  projectId: number,
  modelIds: readonly number[],
): Promise<number> => {
  const result = await db
    .insertInto('order_device')
    .columns(['order_id', 'device_id'])
    .expression((e) => {
      const all = e
        .selectFrom('device')
        .select([sql<number>`${orderId}::bigint`.as('order_id'), 'device.id'])
        .where('device.project_id', '=', projectId)
        .where('device.deleted_at', 'is', null)
      return modelIds.length === 0 ? all : all.where('device.model_id', 'in', modelIds)
    })
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0n)
}

/** The results of an order's devices so far. */
export const resultsOf = (db: Db, orderId: number) =>
  db
    .selectFrom('order_device')
    .select(['device_id', 'result', 'gateway_id', 'room_number'])
    .where('order_id', '=', orderId)
    .execute()

/** Saves results of devices in one statement. A device that was not in the order is added. */
export const saveDeviceResults = async (
  db: Db,
  orderId: number,
  results: readonly Omit<Selectable<OrderDeviceTable>, 'order_id'>[],
): Promise<void> => {
  await db
    .insertInto('order_device')
    .values(results.map((each) => ({ ...each, order_id: orderId })))
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'device_id']).doUpdateSet((e) => ({
        result: e.ref('excluded.result'),
        note: e.ref('excluded.note'),
        value: e.ref('excluded.value'),
        method: e.ref('excluded.method'),
        expected: e.ref('excluded.expected'),
        actual: e.ref('excluded.actual'),
        gateway_id: e.ref('excluded.gateway_id'),
        room_number: e.ref('excluded.room_number'),
        photos: e.ref('excluded.photos'),
      })),
    )
    .execute()
}

/** The answers given to an order's questions. */
export const checksOf = (db: Db, orderId: number) =>
  db
    .selectFrom('order_check')
    .select(['item', 'device_id as deviceId', 'yes', 'value', 'text', 'photos'])
    .where('order_id', '=', orderId)
    .execute()

export const saveChecks = async (db: Db, rows: readonly Insertable<OrderCheckTable>[]): Promise<void> => {
  await db
    .insertInto('order_check')
    .values(rows)
    .onConflict((conflict) =>
      conflict.constraint('order_check_of').doUpdateSet((e) => ({
        yes: e.ref('excluded.yes'),
        value: e.ref('excluded.value'),
        text: e.ref('excluded.text'),
        photos: e.ref('excluded.photos'),
        answered_by: e.ref('excluded.answered_by'),
        answered_at: e.ref('excluded.answered_at'),
      })),
    )
    .execute()
}

/** Replaces the recorded parts. Swapped devices stay: another device has taken their place since. */
export const replaceParts = async (db: Db, orderId: number, rows: readonly Insertable<OrderPartTable>[]): Promise<void> => {
  await db.deleteFrom('order_part').where('order_id', '=', orderId).where('new_device_id', 'is', null).execute()
  if (rows.length > 0) await db.insertInto('order_part').values(rows).execute()
}

/** Records permanently which faults the order was created from. */
export const insertOrderFaults = async (db: Db, orderId: number, faultIds: readonly number[]): Promise<void> => {
  await db
    .insertInto('order_fault')
    .values(faultIds.map((fault_id) => ({ order_id: orderId, fault_id })))
    .execute()
}

export const siteIdsOf = async (db: Db, orderId: number): Promise<number[]> => {
  const rows = await db.selectFrom('order_site').select('site_id').where('order_id', '=', orderId).orderBy('site_id').execute()
  return rows.map((row) => row.site_id)
}

export const replaceSites = async (db: Db, orderId: number, siteIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('order_site').where('order_id', '=', orderId).execute()
  if (siteIds.length > 0)
    await db
      .insertInto('order_site')
      .values(siteIds.map((site_id) => ({ order_id: orderId, site_id })))
      .execute()
}

/** A sign address of the order. Undefined if it is not listed there. */
export const siteOfOrder = (db: Db, orderId: number, siteId: number) =>
  db
    .selectFrom('order_site')
    .innerJoin('sign_site', 'sign_site.id', 'order_site.site_id')
    .select(['sign_site.id', 'sign_site.project_id', 'sign_site.name', 'sign_site.tag_code', 'sign_site.radius_m'])
    .select(['sign_site.latitude', 'sign_site.longitude', 'sign_site.coordinate_system'])
    .where('order_site.order_id', '=', orderId)
    .where('order_site.site_id', '=', siteId)
    .executeTakeFirst()

/** Records a sign-in. Each address keeps its first one. */
export const insertSignIn = async (db: Db, row: Insertable<OrderSignInTable>): Promise<void> => {
  await db.insertInto('order_sign_in').values(row).execute()
  await db
    .updateTable('order_site')
    .set({ signed_at: row.at, signed_by: row.account_id })
    .where('order_id', '=', row.order_id)
    .where('site_id', '=', row.site_id)
    .where('signed_at', 'is', null)
    .execute()
}

export const insertHistory = async (db: Db, entry: Insertable<OrderHistoryTable>): Promise<void> => {
  await db.insertInto('order_history').values(entry).execute()
}
