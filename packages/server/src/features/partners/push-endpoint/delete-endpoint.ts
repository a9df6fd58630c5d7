import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isOwner } from '../../../platform/database/scope.ts'
import { dependantLimit, deleteRow, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import type { StoredEndpoint } from './endpoint-secrets.ts'
import { cancelWaiting, pushesChanged } from './push-queue.ts'

/** Deletes a locked endpoint within a write. @throws DomainError inUse while projects push to it */
export const removeEndpoint = async (ctx: Ctx, write: Write, endpoint: StoredEndpoint): Promise<void> => {
  // Not scoped: whoever sees the endpoint sees its pushes.
  const pushes = await write.systemDb
    .selectFrom('project_push')
    .select(['project_name as label', 'path'])
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', 'active')
    .orderBy('id')
    .limit(dependantLimit)
    .execute()
  refuseInUse(pushes, (path) => isOwner(ctx.scope, path))
  await deleteRow(write, 'push_endpoint', endpoint, { action: 'pushEndpoint.del' })
  // Whoever guesses its code finds nothing to sign in with, and no secret stays.
  await write.systemDb
    .updateTable('push_endpoint')
    .set({ secret: null, old_secret: null, old_secret_until: null, secret_hash: null })
    .where('id', '=', endpoint.id)
    .execute()
  await cancelWaiting(write.systemDb, { endpointId: endpoint.id }, write.at)
  await pushesChanged(write.systemDb, endpoint.code)
}

/** Deletes an endpoint that no project pushes to. Its log stays until it expires. */
export const deleteEndpoint = (ctx: Ctx, input: InputOf<typeof endpoints.pushEndpoint.del>): Promise<null> =>
  transact(ctx, async (write) => {
    await removeEndpoint(ctx, write, await lockRow(write, 'push_endpoint', input, 'delete'))
    return null
  })
