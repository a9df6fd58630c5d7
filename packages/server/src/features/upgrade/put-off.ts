import type { EngineWrite } from './engine-write.ts'
import { holdMs, isUnderWay } from './decide-upgrade.ts'
import { lockFreeTask, type StoredUnit } from './upgrade-device.store.ts'

/** A device for which nothing can be done now, through no fault of its own: looked at again in a minute, so that it holds up no other. People see why it waits. */
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
