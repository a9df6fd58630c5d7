import { coversAccountType, DomainError, type EnumValue } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../platform/context.ts'
import { enumLabel, translate } from '../../platform/i18n.ts'
import { isPrivate, maskedName } from '../../platform/mask.ts'

type AccountType = EnumValue<'accountType'>

/** May the actor hold or manage roles for accounts of `type`? Their own type and those below it. */
export const coversType = (actor: Actor, type: AccountType): boolean =>
  actor.accountType === 'system' || coversAccountType(actor.accountType, type)

/** A role of one's own level may be managed only in a company below; a higher one never (domain.md, "Companies and scope"). */
export const managesLevel = (actor: Actor, role: { level: number; company_id: number }): boolean =>
  role.level > actor.level || (role.company_id !== actor.companyId && role.level >= actor.level)

/** The widest data scope that the caller has, and so may give. */
export const widestScope = ({ scope }: Pick<Ctx, 'scope'>): EnumValue<'dataScope'> =>
  scope.kind === 'system' || (scope.kind === 'company' && scope.ownPath === undefined) ? 'branch' : 'company'

export const coversScope = (ctx: Pick<Ctx, 'scope'>, dataScope: EnumValue<'dataScope'>): boolean =>
  dataScope === 'company' || widestScope(ctx) === 'branch'

/** Nobody gives or takes a data scope that they lack (domain.md, "Companies and scope"). @throws grantBeyondOwn */
export const assertScope = (ctx: Ctx, dataScope: EnumValue<'dataScope'>, field = 'dataScope'): void => {
  if (!coversScope(ctx, dataScope))
    throw new DomainError('grantBeyondOwn', { grants: enumLabel(ctx.locale, 'dataScope', dataScope) }, field)
}

/** @throws levelTooHigh, grantBeyondOwn for the data scope, or notHere for the type, when the actor may not manage such a role. */
export const assertManages = (
  ctx: Ctx,
  role: {
    readonly level: number
    readonly company_id: number
    readonly type: AccountType
    readonly data_scope: EnumValue<'dataScope'>
  },
): void => {
  const { actor, locale } = ctx
  if (!coversType(actor, role.type)) {
    const type = enumLabel(locale, 'accountType', role.type)
    throw new DomainError('notHere', { reason: translate(locale, 'reasons.roleTypeAbove', { type }) }, 'type')
  }
  if (!managesLevel(actor, role)) throw new DomainError('levelTooHigh', {}, 'level')
  assertScope(ctx, role.data_scope)
}

/** Whoever holds a role, for a message: at most ten, named as the lists of accounts name them. */
export const holderNames = (holders: readonly { readonly name: string; readonly type: AccountType }[]): string =>
  holders
    .slice(0, 10)
    .map(({ name, type }) => (isPrivate(type) ? maskedName(name) : name))
    .join(', ')
