import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitTask } from './task.events.ts'
import { assertStep } from './task-step.ts'
import { unfreezeTargets } from './unfreeze-targets.ts'

/** Disables an upgrade task of which nothing has been sent yet. @throws wrongState, precondition */
export const disableTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeTask.disable>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const task = await lockRow(write, 'upgrade_task', { id })
    const state = await assertStep(ctx, write, task, 'disable')
    await unfreezeTargets(write, id)
    await updateRow(write, 'upgrade_task', task, { state, approval: 'none' }, { action: 'upgradeTask.switchOff' })
    emitTask(write, task, state)
    return { id }
  })
