import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { endTask } from './end-task.ts'

/** Breaks an upgrade task off; the rest is skipped. @throws wrongState, precondition */
export const terminateTask = (
  ctx: Ctx,
  { id, reason }: InputOf<typeof endpoints.upgradeTask.terminate>,
): Promise<{ id: number }> => endTask(ctx, id, 'terminate', reason)
