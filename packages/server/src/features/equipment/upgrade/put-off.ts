import type { EngineWrite } from './engine-write.ts'
import { holdMs, isUnderWay } from './decide-upgrade.ts'
import { lockFreeTask, type StoredUnit } from './upgrade-device.store.ts'

/** Postpones a device for a minute after an internal error, so that it does not hold up others. Its hold reason shows why it waits. */
export const putOff = async ({ systemDb: db, at }: EngineWrite, { id, task_id, state }: StoredUnit): Promise<void> => {
  if (!(await lockFreeTask(db, task_id))) return
  const later = new Date(at.getTime() + holdMs)
  await db
    .updateTable('upgrade_device')
    .set(isUnderWay(state) ? { due_at: later } : { hold: 'programError', not_before: later })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}
