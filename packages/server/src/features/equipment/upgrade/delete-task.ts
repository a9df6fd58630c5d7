import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { assertStep } from './task-step.ts'

/** Deletes an upgrade task that is disabled or has ended. The results stay in the devices' histories. @throws wrongState, precondition */
export const deleteTask = (ctx: Ctx, input: InputOf<typeof endpoints.upgradeTask.delete>): Promise<null> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', input, 'delete')
    await assertStep(ctx, write, task, 'delete')
    await deleteRow(write, 'upgrade_task', task, { action: 'upgradeTask.del' })
    emitTask(write, task, 'deleted')
    return null
  })
