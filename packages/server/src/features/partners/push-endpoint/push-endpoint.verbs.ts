import { DomainError, pushLimits, type endpoints, type InputOf, type PushSecretAnswer } from '@emberwatch/contract'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { generateGatewaySecret, hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, dependantLimit, deleteRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertRoom, lockOwner } from '../../base/tenant/tenant.rules.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { endpointColumns, loggedUrl, sealPushSecret, type StoredEndpoint } from './push-endpoint.rules.ts'
import { newSigningKey } from './sign-push.ts'
import { pushesChanged, cancelWaiting } from './push-queue.ts'
import { translate } from '../../../platform/i18n.ts'

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

/** Deletes a locked endpoint within a write. @throws DomainError inUse while projects push to it */
export const removeEndpointRow = async (write: Write, endpoint: StoredEndpoint): Promise<void> => {
  await refuseInUse(write, (db) =>
    db
      .selectFrom('project_push')
      .select('project_name as label')
      .where('endpoint_id', '=', endpoint.id)
      .where('state', '=', 'active')
      .orderBy('id')
      .limit(dependantLimit)
      .execute(),
  )
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
export const removeEndpoint = (ctx: Ctx, input: InputOf<typeof endpoints.pushEndpoint.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    await removeEndpointRow(write, await lockRow(write, 'push_endpoint', input, 'delete'))
    return null
  })
