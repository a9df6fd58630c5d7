import type { Write } from '../../platform/transact.ts'

/** Nothing was sent yet: the next time that the task is enabled, its devices are frozen anew. Within the transaction that has locked the task. */
export const unfreezeTargets = async (write: Write, taskId: number): Promise<void> => {
  // Rows of the locked task, no matter who sees them.
  await write.systemDb.deleteFrom('upgrade_device').where('task_id', '=', taskId).execute()
  await write.systemDb
    .updateTable('upgrade_task')
    .set({ n_total: 0, n_waiting: 0, n_skipped: 0, frozen_at: null, wave: 0, wave_started_at: null })
    .where('id', '=', taskId)
    .execute()
}
