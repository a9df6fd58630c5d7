import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely'
import { orDuplicate } from '../../platform/versioned.ts'
import type { DeviceTable } from '../../tables/devices.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredDevice = Selectable<DeviceTable>

/** A gateway in the scope of `db` with its place in the company tree. Locked, so that it is not deleted before the write ends. */
export const lockGateway = (db: Db, id: number) =>
  db
    .selectFrom('gateway')
    .select(['id', 'code', 'company_id', 'path', 'customer_id', 'project_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
export type LockedGateway = NonNullable<Awaited<ReturnType<typeof lockGateway>>>

/** The device with a code, ignoring case, in the scope of `db`, locked. */
export const lockDeviceByCode = (db: Db, code: string): Promise<StoredDevice | undefined> =>
  db
    .selectFrom('device')
    .selectAll()
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** An enabled device model with the network of its series. Undefined for a gateway model. */
export const deviceModel = (db: Db, id: number) =>
  db
    .selectFrom('device_model as model')
    .innerJoin('device_series as series', 'series.id', 'model.series_id')
    .select(['model.id', 'model.name', 'series.network'])
    .where('model.id', '=', id)
    .where('model.enabled', '=', true)
    .where('model.is_gateway', '=', false)
    .executeTakeFirst()

/** @throws DomainError duplicate if the code already exists: codes are unique across the platform */
export const insertDevice = async (db: Db, row: Insertable<DeviceTable>): Promise<number> => {
  const { id } = await orDuplicate(db.insertInto('device').values(row).returning('id').executeTakeFirstOrThrow(), 'id', row.code)
  return id
}

export const updateDevice = async (db: Db, id: number, changes: Updateable<DeviceTable>): Promise<void> => {
  await db
    .updateTable('device')
    .set((e) => ({ ...changes, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Users bound to the device no longer see it. */
export const unbindUsers = async (db: Db, deviceId: number): Promise<void> => {
  await db.deleteFrom('device_user').where('device_id', '=', deviceId).execute()
}
