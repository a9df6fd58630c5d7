import type { Write } from '../../../platform/transact.ts'

/**
 * Deletes the frozen devices of a task of which nothing has been sent yet, so that enabling it freezes them anew. Call in the transaction
 * that has locked the task.
 */
export const unfreezeTargets = async (write: Write, taskId: number): Promise<void> => {
  // Not scoped: all rows of the locked task go, whoever sees them.
  await write.systemDb.deleteFrom('upgrade_device').where('task_id', '=', taskId).execute()
  await write.systemDb
    .updateTable('upgrade_task')
    .set({ n_total: 0, n_waiting: 0, n_skipped: 0, frozen_at: null, wave: 0, wave_started_at: null })
    .where('id', '=', taskId)
    .execute()
}
