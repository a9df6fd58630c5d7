import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { cancelWaiting, noteUsed, pushesChanged } from '../push-endpoint/push-queue.ts'

/** Ends a project push. What waits is not sent; its log stays. */
export const deleteProjectPush = (ctx: Ctx, input: InputOf<typeof endpoints.projectPush.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const push = await lockRow(write, 'project_push', input, 'delete')
    await cancelWaiting(write.systemDb, { pushIds: [push.id] }, write.at)
    await deleteRow(write, 'project_push', push, {
      action: 'projectPush.del',
      name: push.project_name,
      changes: { projectId: [push.project_id, null], endpointId: [push.endpoint_id, null] },
    })
    await noteUsed(write.systemDb, [push.endpoint_id], write.at)
    await pushesChanged(write.systemDb)
    return null
  })
