import { coversAccountType, DomainError, type EnumValue } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { nameShown } from '../../../platform/mask.ts'
import { assertControls, noLevel } from './control.ts'

type AccountType = EnumValue<'accountType'>

/** Whether the actor may have or manage roles for accounts of `type`: their own type and those below it. */
export const coversType = (actor: Actor, type: AccountType): boolean =>
  actor.accountType === 'system' || coversAccountType(actor.accountType, type)

/** @throws levelTooHigh, grantBeyondOwn for the data scope, or notHere for the type, if the actor may not manage such a role */
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
  const { level, data_scope, type } = role
  const controlled = { companyId: role.company_id, type }
  assertControls(ctx, { ...controlled, rights: { level, data_scope: 'own', operations: [] }, field: 'level' })
  assertControls(ctx, { ...controlled, rights: { level: noLevel, data_scope, operations: [] }, field: 'dataScope' })
}

/** The holders of a role, for a message: at most ten, named as in the lists of accounts. */
export const holderNames = (holders: readonly { readonly name: string; readonly type: AccountType }[]): string[] =>
  holders.slice(0, 10).map(({ name, type }) => nameShown(type, name))
