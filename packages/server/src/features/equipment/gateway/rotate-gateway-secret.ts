import type { endpoints, GatewaySecret, InputOf } from '@emberwatch/contract'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitGateway } from './gateway.events.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/** Gives a gateway a new secret. The commit invalidates the old one and ends connections that used it. */
export const rotateGatewaySecret = (ctx: Ctx, input: InputOf<typeof endpoints.gateway.rotateSecret>): Promise<GatewaySecret> =>
  transact(ctx, async (write) => {
    const gateway = await lockRow(write, 'gateway', input)
    const secret = generateGatewaySecret()
    await updateRow(
      write,
      'gateway',
      gateway,
      { secret_hash: hashGatewaySecret(secret) },
      { action: 'gateway.rotateSecret', changes: { secret_hash: null } },
    )
    await invalidateGatewayCache(write.systemDb, [gateway.code])
    emitGateway(write, 'secret', gateway.id, [gateway])
    return { id: gateway.id, code: gateway.code, secret }
  })
