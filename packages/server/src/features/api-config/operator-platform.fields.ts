import { DomainError, type AuditActionOf, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween, type AuditEntry } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import type { StoredPlatform } from './operator-platform.store.ts'

type Fields = Omit<InputOf<typeof endpoints.operatorPlatform.create>, 'code' | 'secret'>

/**
 * The columns that an input sets, its secret apart.
 * @throws notHere for an address that holds an account or a password: it would be shown and logged
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

type Facts = Readonly<Record<string, unknown>>

/** The audit entry of a change to a platform. That its secret changed is told, the secret is not. */
export const entryOf = (
  action: AuditActionOf<'operatorPlatform'>,
  platform: Pick<StoredPlatform, 'id' | 'name' | 'company_id' | 'path'>,
  changed: { readonly before: Facts; readonly after: Facts; readonly secret: boolean },
): AuditEntry => ({
  action,
  object: { kind: 'operator_platform', id: platform.id, name: platform.name },
  owner: { companyId: platform.company_id, path: platform.path },
  changes: {
    ...changesBetween(changed.before, changed.after),
    ...(changed.secret ? { secret: ['***', '***'] as const } : {}),
  },
})
