import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endpointColumns, loggedUrl } from './endpoint-fields.ts'
import { sealPushSecret } from './endpoint-secrets.ts'
import { pushesChanged } from './push-queue.ts'

/**
 * Edits an endpoint. A password or token left out stays, unless the address has changed. A signing key stays as long as pushes are signed;
 * whoever switches to signatures rotates the secret to get one. The edit may have mended it, so it is tried again at once.
 */
export const updateEndpoint = (ctx: Ctx, input: InputOf<typeof endpoints.pushEndpoint.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'push_endpoint', input)
    const columns = endpointColumns(ctx, before.push_way, input, before)
    const { pushAuth, pushSecret } = input
    const isEntered = pushAuth === 'basic' || pushAuth === 'bearer'
    const entered =
      isEntered && pushSecret !== undefined ? sealPushSecret(ctx.config.dataDir, before.code, pushSecret) : undefined
    const isOther = pushAuth !== before.push_auth
    const secret = entered ?? (isOther ? null : before.secret)
    const changes = {
      ...columns,
      secret,
      ...(isOther ? { old_secret: null, old_secret_until: null } : {}),
      push_failures: 0,
      down_until: null,
    }
    await updateRow(write, 'push_endpoint', before, changes, {
      action: 'pushEndpoint.update',
      unique: ['name', columns.name],
      changes: {
        secret: null,
        url: columns.url === before.url ? null : [loggedUrl(before.url), loggedUrl(columns.url)],
        old_secret: null,
        old_secret_until: null,
        push_failures: null,
        down_until: null,
        ...(entered || isOther ? { pushSecret: ['***', secret === null ? null : '***'] as const } : {}),
      },
    })
    await pushesChanged(write.systemDb)
    return { id: before.id }
  })
