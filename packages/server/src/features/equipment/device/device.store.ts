import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { DeviceTable } from '../../../tables/devices.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredDevice = Selectable<DeviceTable>

/** The device with a code, ignoring case, in the scope of `db`, locked. */
export const lockDeviceByCode = (db: Db, code: string): Promise<StoredDevice | undefined> =>
  db
    .selectFrom('device')
    .selectAll()
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Devices in the scope of `db`, locked in ascending order of ids, as every writer locks them. */
export const lockDevices = (db: Db, ids: readonly number[]): Promise<StoredDevice[]> =>
  db
    .selectFrom('device')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

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

export const updateDevice = async (db: Db, id: number, changes: Updateable<DeviceTable>): Promise<void> => {
  await db
    .updateTable('device')
    .set((e) => ({ ...changes, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Makes the same change to many devices. */
export const updateDevices = async (db: Db, ids: readonly number[], changes: Updateable<DeviceTable>): Promise<void> => {
  await db
    .updateTable('device')
    .set((e) => ({ ...changes, version: e('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** Records in their online history that devices go out of service. */
export const recordOffline = async (db: Db, devices: readonly StoredDevice[], at: Date): Promise<void> => {
  const online = devices.filter((device) => device.online)
  if (online.length === 0) return
  await db
    .insertInto('device_online')
    .values(online.map(({ id }) => ({ device_id: id, online: false, at })))
    .execute()
}

/** Removes the people of devices that leave their place: they no longer see them and are no longer notified about them. */
export const removePeople = async (db: Db, deviceIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('device_user').where('device_id', 'in', deviceIds).execute()
  await db.deleteFrom('device_notifier').where('device_id', 'in', deviceIds).execute()
}

/** Of these devices, those that need a communication code and have none. NB-IoT devices need none. */
export const codelessDevices = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('device_series as series', 'series.id', 'model.series_id')
    .select('device.id')
    .where('device.id', 'in', ids)
    .where('device.communication_code', 'is', null)
    .where('series.network', '<>', 'nbIot')
    .execute()
  return rows.map(({ id }) => id)
}

/** The codes of those devices whose reports could also mean another device behind the same gateway. */
export const sharedAddresses = async (db: Db, ids: readonly number[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('device as other', (join) =>
      join
        .onRef('other.gateway_id', '=', 'device.gateway_id')
        .onRef('other.id', '<>', 'device.id')
        .on('other.deleted_at', 'is', null)
        .on(
          sql<boolean>`(lower(other.communication_code) in (lower(device.communication_code), lower(device.code))
            or lower(other.code) = lower(device.communication_code))`,
        ),
    )
    .select('device.code')
    .distinct()
    .where('device.id', 'in', ids)
    .orderBy('device.code')
    .limit(10)
    .execute()
  return rows.map(({ code }) => code)
}

/** Which of these codes belong to a device behind one of these gateways: the device's code by `gateway/code`, all in lower case. */
export const addressesBehind = async (
  db: Db,
  gatewayIds: readonly number[],
  names: readonly string[],
): Promise<Map<string, string>> => {
  if (gatewayIds.length === 0) return new Map()
  const wanted = names.map((name) => name.toLowerCase())
  const rows = await db
    .selectFrom('device')
    .select(['gateway_id', 'code', 'communication_code'])
    .where(sql<boolean>`device.gateway_id = any(${gatewayIds}::bigint[])`)
    .where(sql<boolean>`(lower(code) = any(${wanted}) or lower(communication_code) = any(${wanted}))`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.flatMap(({ gateway_id, code, communication_code }) =>
      [code, communication_code ?? code].map((name) => [`${gateway_id}/${name.toLowerCase()}`, code.toLowerCase()] as const),
    ),
  )
}

/** Sets the communication codes of devices to their own codes. */
export const setCommunicationCodes = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .updateTable('device')
    .set((e) => ({ communication_code: e.ref('code') }))
    .where('id', 'in', ids)
    .execute()
}

/** The codes of the projects' gateways, whose cached copies in ingest go stale when their devices change. */
export const gatewayCodesOf = async (db: Db, projectIds: readonly number[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('gateway')
    .select('code')
    .where(sql<boolean>`gateway.project_id = any(${projectIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ code }) => code)
}

/** Moves the people of one device to another that takes its place. */
export const movePeople = async (db: Db, fromId: number, toId: number): Promise<void> => {
  await removePeople(db, [toId])
  await db.updateTable('device_user').set({ device_id: toId }).where('device_id', '=', fromId).execute()
  await db.updateTable('device_notifier').set({ device_id: toId }).where('device_id', '=', fromId).execute()
}
