import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { FloorPlanPinTable } from '../../tables/places.tables.ts'

type Db = Kysely<Tables>

/** Puts a device on a plan; answers where it stood on the same plan before. */
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

/** Takes a device off a plan; answers whether it stood there. */
export const removePin = async (db: Db, planId: number, deviceId: number): Promise<boolean> => {
  const gone = await db
    .deleteFrom('floor_plan_pin')
    .where('plan_id', '=', planId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Takes devices off whatever plan they stand on. */
export const removePinsOf = async (db: Db, deviceIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('floor_plan_pin').where('device_id', 'in', deviceIds).execute()
}

/** The pin of one device becomes that of another, which loses its own. */
export const passPin = async (db: Db, fromDeviceId: number, toDeviceId: number): Promise<void> => {
  await removePinsOf(db, [toDeviceId])
  await db.updateTable('floor_plan_pin').set({ device_id: toDeviceId }).where('device_id', '=', fromDeviceId).execute()
}
