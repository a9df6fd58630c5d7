import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { FaultTable } from '../../../tables/reports.tables.ts'

type Db = Kysely<Tables>
export type StoredFault = Selectable<FaultTable> & { deviceName: string | null; timeZone: string }
export type FaultChanges = Partial<Pick<StoredFault, 'order_id' | 'solved_at' | 'solved_by' | 'solved_way' | 'note'>>

const stored = (db: Db) =>
  db
    .selectFrom('fault')
    .innerJoin('company', 'company.id', 'fault.company_id')
    .leftJoin('project', 'project.id', 'fault.project_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .selectAll('fault')
    // Null for a device that has left: its present name must not appear in this company's log.
    .select(
      sql<
        string | null
      >`case when coalesce(device.project_id = fault.project_id, device.path = fault.path) then device.name end`.as('deviceName'),
    )
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))

export const findFault = (db: Db, id: number): Promise<StoredFault | undefined> =>
  stored(db).where('fault.id', '=', id).executeTakeFirst()

/** In ingest's order, to prevent deadlocks. */
const inLockOrder = sql<string>`fault.point collate "C"`

export const faultsOfOrder = (db: Db, orderId: number): Promise<StoredFault[]> =>
  stored(db).where('fault.order_id', '=', orderId).orderBy('fault.type_id').orderBy(inLockOrder).forUpdate('fault').execute()

export const lockFaults = (db: Db, ids: readonly number[]): Promise<StoredFault[]> =>
  stored(db)
    .where('fault.id', 'in', [...ids])
    .orderBy('fault.type_id')
    .orderBy(inLockOrder)
    .forUpdate('fault')
    .execute()

export interface Snooze {
  readonly until: string
  readonly reason: string
}

/** Snoozes a fault, or ends that, unless it is solved. Returns the resulting row. */
export const setSnooze = (db: Db, id: number, snooze: Snooze | null, by: number | null, at: Date) =>
  db
    .updateTable('fault')
    .set((e) => ({
      snoozed_until: snooze?.until ?? null,
      snooze_reason: snooze?.reason ?? null,
      snoozed_at: snooze ? at : null,
      snoozed_by: snooze ? by : null,
      snoozed_repeats: snooze ? e.ref('repeat_count') : null,
      updated_at: at,
      updated_by: by,
    }))
    .where('id', '=', id)
    .where('state', '<>', 'solved')
    .returning(['snoozed_until', 'snooze_reason'])
    .executeTakeFirst()

/** Updates a fault if its state has not changed since it was read. Returns whether it did. */
export const updateFault = async (
  db: Db,
  fault: StoredFault,
  state: EnumValue<'faultState'>,
  changes: FaultChanges,
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('fault')
    .set({ ...changes, state, updated_at: at, updated_by: by })
    .where('id', '=', fault.id)
    .where('state', '=', fault.state)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a fault of the same type is open at the same point. */
export const isOpenAtPoint = async (db: Db, { point, type_id }: Pick<StoredFault, 'point' | 'type_id'>): Promise<boolean> => {
  const open = await db
    .selectFrom('fault')
    .select('id')
    .where('point', '=', point)
    .where('type_id', '=', type_id)
    .where('state', '<>', 'solved')
    .executeTakeFirst()
  return open !== undefined
}

/** The unsolved faults at a point, in the order in which ingest locks them. */
export const openFaultsAtPoint = (db: Db, point: string) =>
  db
    .selectFrom('fault')
    .select(['id', 'path', 'customer_id', 'type_id', 'state'])
    .where(sql<boolean>`lower(point) = lower(${point})`)
    .where('state', '<>', 'solved')
    .orderBy('type_id')
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Links a fault to a device. Not if the device already has an open fault of that type, which then stays on its own. Returns
 * whether it did.
 */
export const linkFault = async (db: Db, id: number, deviceId: number, point: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('fault')
    .set({ device_id: deviceId, point })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from fault as other where other.point = ${point} and other.type_id = fault.type_id and other.state <> 'solved')`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Detaches open faults from their points, so that the next reports there raise new faults. They are locked in ingest's order. Faults
 * detached earlier stay as they are.
 */
const detach = async (db: Db, where: RawBuilder<boolean>): Promise<void> => {
  await sql`
    update fault f set point = f.point || '@' || f.id
      from (select id from fault where ${where} and state <> 'solved' and point not like '%@' || id
             order by type_id, point collate "C" for update) old
     where f.id = old.id`.execute(db)
}

export const detachFaultPoints = (db: Db, points: readonly string[]): Promise<void> => detach(db, sql`point = any(${points})`)

/** The same for gateways and for what they report of unregistered devices. */
export const detachGatewayFaultPoints = (db: Db, gatewayIds: readonly number[]): Promise<void> =>
  detach(db, sql`(point = any(${gatewayIds.map((id) => `g${id}`)}) or point like any(${gatewayIds.map((id) => `g${id}/%`)}))`)
