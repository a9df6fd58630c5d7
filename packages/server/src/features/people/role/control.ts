import { DomainError, enums, listedIn, mayGrant, operationLabel, type EnumValue } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { enumLabel, texts } from '../../../platform/i18n.ts'
import { isPrivate } from '../../../platform/mask.ts'

type AccountType = EnumValue<'accountType'>
type DataScope = EnumValue<'dataScope'>

/** The rights in a role, or in all roles of an account together. */
export interface Rights {
  readonly level: number
  readonly data_scope: DataScope
  readonly operations: readonly string[]
}

/** Below every existing level: an account without a role. */
export const noLevel = 99

/** From the widest data scope to the narrowest. */
const widths: readonly DataScope[] = enums.dataScope

const widestOf = (scopes: readonly DataScope[]): DataScope => widths.find((each) => scopes.includes(each)) ?? 'company'

/** The combined rights of roles: the highest level, the widest data scope, every operation. */
export const rightsOf = (roles: readonly Rights[]): Rights => ({
  level: Math.min(noLevel, ...roles.map((role) => role.level)),
  data_scope: widestOf(roles.map((role) => role.data_scope)),
  operations: roles.flatMap((role) => role.operations),
})

/** A role of the actor's own level may be managed only in a company below, and one of a higher level never (domain.md, "Companies and scope"). */
export const managesLevel = (actor: Actor, role: { level: number; company_id: number }): boolean =>
  role.level > actor.level || (role.company_id !== actor.companyId && role.level >= actor.level)

/** The caller's widest data scope, which is the widest that they may give. */
export const widestScope = ({ scope }: Pick<Ctx, 'scope'>): DataScope => {
  if (scope.kind === 'system') return 'branch'
  if (scope.kind !== 'company') return 'own'
  return scope.only ?? (scope.ownPath === undefined ? 'branch' : 'company')
}

/** Customers and ordinary users see what is theirs, whatever their roles say (docs/decisions/0020). */
export const coversScope = (ctx: Pick<Ctx, 'scope'>, type: string, dataScope: DataScope): boolean =>
  isPrivate(type) || widths.indexOf(dataScope) >= widths.indexOf(widestScope(ctx))

interface Controlled {
  /** Company of the account or role. */
  readonly companyId: number
  readonly type: AccountType
  readonly rights: Rights
  /** The input's field at fault. */
  readonly field?: string | undefined
  /** Acting as the account itself, not as somebody who assigns duties: only rights that the caller has count. */
  readonly asThemselves?: true
}

/**
 * The single check for everything that gives control over an account or its rights: its password, its second factor, signing in as it, its
 * roles, enabling it, and the contents of its roles. Nobody gives, removes or gains a level, a data scope or an operation that they lack
 * (domain.md).
 * @throws DomainError levelTooHigh; grantBeyondOwn naming what is beyond
 */
export const assertControls = (ctx: Ctx, { companyId, type, rights, field, asThemselves }: Controlled): void => {
  const { actor, locale } = ctx
  if (!managesLevel(actor, { level: rights.level, company_id: companyId })) throw new DomainError('levelTooHigh', {}, field)
  if (!coversScope(ctx, type, rights.data_scope))
    throw new DomainError('grantBeyondOwn', { grants: enumLabel(locale, 'dataScope', rights.data_scope) }, field)
  const has = (code: string): boolean => (asThemselves ? actor.operations.has(code) : mayGrant(actor.operations, code))
  const beyond = rights.operations.filter((code) => !has(code))
  if (beyond.length === 0) return
  const labels = [...new Set(beyond)].map((code) => operationLabel(texts[locale].operations, code))
  throw new DomainError('grantBeyondOwn', { grants: listedIn(locale, labels) }, field)
}

/** Whether `assertControls` would pass. */
export const controls = (ctx: Ctx, controlled: Controlled): boolean => {
  try {
    assertControls(ctx, controlled)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}
