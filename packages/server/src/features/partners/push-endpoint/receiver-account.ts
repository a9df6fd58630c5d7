import { receiverName } from '@emberwatch/device-link'
import { matchesGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'

const noHash = Buffer.alloc(32)

/** Whether a third party may sign in to the broker as the receiver `open/<code>`. Rejects when the database is unavailable. */
export const mayReceive = async ({ systemDb }: Pick<Ctx, 'systemDb'>, name: string, secret: string): Promise<boolean> => {
  const row = await systemDb
    .selectFrom('push_endpoint')
    .select('secret_hash')
    .where('code', '=', name.slice(receiverName('').length))
    .where('push_way', '=', 'mqtt')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  // Compared in any case, so that the time does not tell whether the code exists.
  const isRight = matchesGatewaySecret(secret, row?.secret_hash ?? noHash)
  return isRight && typeof row?.secret_hash === 'object' && row.secret_hash !== null
}
