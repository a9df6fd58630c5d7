import { DomainError, pushLimits, type endpoints, type InputOf, type PushSecretAnswer } from '@emberwatch/contract'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertRoom } from '../../base/tenant/assert-room.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { endpointColumns, loggedUrl } from './endpoint-fields.ts'
import { sealPushSecret } from './endpoint-secrets.ts'
import { newSigningKey } from './sign-push.ts'

/**
 * Adds an endpoint for the caller's company or one below. A signing key, or the password of an MQTT account, is made here and answered once.
 * @throws DomainError invalidInput at the field
 */
export const createEndpoint = (ctx: Ctx, input: InputOf<typeof endpoints.pushEndpoint.create>): Promise<PushSecretAnswer> =>
  transact(ctx, async (write) => {
    const { pushWay, pushAuth, pushSecret } = input
    const columns = endpointColumns(ctx, pushWay, input)
    const companyId = input.companyId ?? ctx.actor.companyId
    const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
    if (!company) throw new DomainError('notFound', {}, 'companyId')
    await lockOwner(write.systemDb, company.id)
    await assertRoom(write, company.id, 'push_endpoint', sql`deleted_at is null`, pushLimits.endpoints)
    const code = `EP${randomBytes(6).toString('hex').toUpperCase()}`
    const key = pushWay === 'http' && pushAuth === 'hmac' ? newSigningKey() : undefined
    const password = pushWay === 'mqtt' ? generateGatewaySecret() : undefined
    const sent = key ?? (pushAuth === 'basic' || pushAuth === 'bearer' ? pushSecret : undefined)
    const row = {
      company_id: company.id,
      path: company.path,
      code,
      push_way: pushWay,
      ...columns,
      secret: sent === undefined ? null : sealPushSecret(ctx.config.dataDir, code, sent),
      secret_hash: password === undefined ? null : hashGatewaySecret(password),
      used_at: write.at,
    }
    const id = await insertRow(write, 'push_endpoint', row, {
      action: 'pushEndpoint.create',
      unique: ['name', columns.name],
      changes: {
        secret: null,
        secret_hash: null,
        used_at: null,
        url: columns.url === null ? null : [null, loggedUrl(columns.url)],
      },
    })
    return { id, code, secret: key ?? password ?? null }
  })
