import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { endTask } from './end-task.ts'

/** Terminates an upgrade task; waiting devices are skipped. @throws wrongState, precondition */
export const terminateTask = (
  ctx: Ctx,
  { id, reason }: InputOf<typeof endpoints.upgradeTask.terminate>,
): Promise<{ id: number }> => endTask(ctx, id, 'terminate', reason)
