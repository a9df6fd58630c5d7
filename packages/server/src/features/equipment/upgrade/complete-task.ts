import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { endTask } from './end-task.ts'

/** Completes an upgrade task early; the remaining devices are skipped. @throws wrongState, precondition */
export const completeTask = (ctx: Ctx, { id }: InputOf<typeof endpoints.upgradeTask.complete>): Promise<{ id: number }> =>
  endTask(ctx, id, 'complete', null)
