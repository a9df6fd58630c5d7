import type { EnumValue } from '@emberwatch/contract'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { FaultTable } from '../../tables/reports.tables.ts'

type Db = Kysely<Tables>
export type StoredFault = Selectable<FaultTable> & { deviceName: string | null }
export type FaultChanges = Partial<Pick<StoredFault, 'order_id' | 'solved_at' | 'solved_by' | 'solved_way' | 'note'>>

const stored = (db: Db) =>
  db.selectFrom('fault').leftJoin('device', 'device.id', 'fault.device_id').selectAll('fault').select('device.name as deviceName')

export const findFault = (db: Db, id: number): Promise<StoredFault | undefined> =>
  stored(db).where('fault.id', '=', id).executeTakeFirst()

export const faultsOfOrder = (db: Db, orderId: number): Promise<StoredFault[]> =>
  stored(db).where('fault.order_id', '=', orderId).orderBy('fault.id').execute()

/** Moves a fault if it is still in the state it was found in; answers whether it was. */
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
