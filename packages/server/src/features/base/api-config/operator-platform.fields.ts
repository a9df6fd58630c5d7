import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'

type Fields = Omit<InputOf<typeof endpoints.operatorPlatform.create>, 'code' | 'secret'>

/**
 * The columns that an input sets, except the secret.
 * @throws notHere for an address that contains credentials, which would be shown and logged
 */
export const columnsOf = (ctx: Ctx, input: Fields) => {
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

export const sealedSecretOf = (dataDir: string, code: string, secret: string): Buffer =>
  sealSecret(dataDir, secret, boundTo(code))

/** A platform's secret in clear text. Use it only to talk to the platform. Null if it has none. */
export const secretOf = (dataDir: string, platform: { readonly code: string; readonly secret: Buffer | null }): string | null =>
  platform.secret && openSecret(dataDir, platform.secret, boundTo(platform.code))

/** For the audit row: shows that a secret changed, not the secret itself. */
export const secretChange = (changed: boolean) => (changed ? { secret: ['***', '***'] as const } : {})
