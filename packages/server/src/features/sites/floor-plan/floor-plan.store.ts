import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { FloorPlanPinTable } from '../../../tables/places.tables.ts'

type Db = Kysely<Tables>

/** Puts a device on a plan. Returns its previous position on the same plan. */
export const setPin = async (db: Db, pin: Insertable<FloorPlanPinTable>): Promise<Selectable<FloorPlanPinTable> | undefined> => {
  const before = await db.selectFrom('floor_plan_pin').selectAll().where('device_id', '=', pin.device_id).executeTakeFirst()
  const { plan_id, x, y } = pin
  await db
    .insertInto('floor_plan_pin')
    .values(pin)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ plan_id, x, y }))
    .execute()
  return before?.plan_id === plan_id ? before : undefined
}

/** Removes a device from a plan. Returns whether it was there. */
export const removePin = async (db: Db, planId: number, deviceId: number): Promise<boolean> => {
  const gone = await db
    .deleteFrom('floor_plan_pin')
    .where('plan_id', '=', planId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Removes devices from all plans. */
export const removePinsOf = async (db: Db, deviceIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('floor_plan_pin').where('device_id', 'in', deviceIds).execute()
}

/** Passes the pin of one device to another, which loses its own. */
export const passPin = async (db: Db, fromDeviceId: number, toDeviceId: number): Promise<void> => {
  await removePinsOf(db, [toDeviceId])
  await db.updateTable('floor_plan_pin').set({ device_id: toDeviceId }).where('device_id', '=', fromDeviceId).execute()
}
