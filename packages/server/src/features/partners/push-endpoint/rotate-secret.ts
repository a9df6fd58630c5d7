import { DomainError, pushLimits, type endpoints, type InputOf, type PushSecretAnswer } from '@emberwatch/contract'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { sealPushSecret } from './endpoint-secrets.ts'
import { pushesChanged } from './push-queue.ts'
import { newSigningKey } from './sign-push.ts'

/**
 * Gives an endpoint a new secret, answered once. With a signing key the former one signs too for 24 hours, so that the receiver has time. A
 * password of an MQTT account is replaced at once, and connections with the former one end.
 * @throws DomainError precondition for an endpoint whose secret was given by the third party
 */
export const rotatePushSecret = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.pushEndpoint.rotateSecret>,
): Promise<PushSecretAnswer> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    const { id, code } = endpoint
    const audit = {
      action: 'pushEndpoint.rotateSecret',
      changes: { secret: null, secret_hash: null, old_secret: null },
    } as const
    if (endpoint.push_way === 'mqtt') {
      const secret = generateGatewaySecret()
      await updateRow(write, 'push_endpoint', endpoint, { secret_hash: hashGatewaySecret(secret) }, audit)
      await pushesChanged(write.systemDb, code)
      return { id, code, secret }
    }
    if (endpoint.push_auth !== 'hmac')
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushNoSecret') })
    const secret = newSigningKey()
    const changes = {
      secret: sealPushSecret(ctx.config.dataDir, code, secret),
      old_secret: endpoint.secret,
      old_secret_until: endpoint.secret === null ? null : new Date(write.at.getTime() + pushLimits.oldSecretMs),
    }
    await updateRow(write, 'push_endpoint', endpoint, changes, audit)
    await pushesChanged(write.systemDb)
    return { id, code, secret }
  })
