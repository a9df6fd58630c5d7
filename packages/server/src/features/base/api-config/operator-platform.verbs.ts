import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

type Fields = Omit<InputOf<typeof endpoints.operatorPlatform.create>, 'code' | 'secret'>

/**
 * The columns that an input sets, except the secret.
 * @throws notHere for an address that contains credentials, which would be shown and logged
 */
const columnsOf = (ctx: Ctx, input: Fields) => {
  const { url } = input
  if (url !== undefined && /^[^/]*\/\/[^/?#]*@/.test(url))
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.credentialsInUrl') }, 'url')
  return {
    name: input.name,
    protocol: input.protocol,
    url: url ?? null,
    app_id: input.appId ?? null,
    remark: input.remark ?? '',
    enabled: input.enabled,
  }
}

// A platform's code never changes, so its sealed secret can be bound to it.
const boundTo = (code: string): string => `operator_platform:${code}`

const sealedSecretOf = (dataDir: string, code: string, secret: string): Buffer => sealSecret(dataDir, secret, boundTo(code))

/** A platform's secret in clear text. Use it only to talk to the platform. Null if it has none. */
export const secretOf = (dataDir: string, platform: { readonly code: string; readonly secret: Buffer | null }): string | null =>
  platform.secret && openSecret(dataDir, platform.secret, boundTo(platform.code))

/** For the audit row: shows that a secret changed, not the secret itself. */
const secretChange = (changed: boolean) => (changed ? { secret: ['***', '***'] as const } : {})

/** Adds a carrier platform of the caller's company, which is the operating company. */
export const createPlatform = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.operatorPlatform.create>,
): Promise<{ id: number }> => {
  const { code } = input
  const columns = { code, ...columnsOf(ctx, input) }
  const secret = input.secret === undefined ? null : sealedSecretOf(ctx.config.dataDir, code, input.secret)
  const row = { company_id: ctx.actor.companyId ?? 0, path: ctx.actor.companyPath, ...columns, secret }
  const changes = { ...changesBetween({}, columns), ...secretChange(secret !== null) }
  return transact(ctx, async (write) => ({
    id: await insertRow(write, 'operator_platform', row, { action: 'operatorPlatform.create', unique: ['code', code], changes }),
  }))
}

/** Edits a carrier platform. A secret left out stays. */
export const updatePlatform = (ctx: Ctx, input: InputOf<typeof endpoints.operatorPlatform.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const before = await lockRow(write, 'operator_platform', input)
    const secret = input.secret === undefined ? before.secret : sealedSecretOf(ctx.config.dataDir, before.code, input.secret)
    const audit = {
      action: 'operatorPlatform.update',
      name: before.name,
      changes: secretChange(secret !== before.secret),
    } as const
    await updateRow(write, 'operator_platform', before, { ...columnsOf(ctx, input), secret }, audit)
    return { id: before.id }
  })

const nothing = { code: null, name: null, protocol: null, url: null }

/** Deletes a carrier platform with its secret. */
export const removePlatform = (ctx: Ctx, input: InputOf<typeof endpoints.operatorPlatform.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const platform = await lockRow(write, 'operator_platform', input, 'delete')
    const changes = changesBetween({ ...platform }, nothing)
    await deleteRow(write, 'operator_platform', platform, { action: 'operatorPlatform.del', changes })
    return null
  })
