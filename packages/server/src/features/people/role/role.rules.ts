import { type EnumValue, coversAccountType, DomainError } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { type Rights, assertControls, noLevel } from './control.ts'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { nameShown } from '../../../platform/mask.ts'
import type { Dependant } from '../../../platform/rows/rows.ts'

export interface RoleFacts extends Rights {
  readonly id: number
  readonly name: string
  readonly type: EnumValue<'accountType'>
  readonly enabled: boolean
  readonly path: string
}

/** Roles in the scope of `db` with all their operations, even disabled ones. For a write they are locked against deletion. */
export const roleFacts = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  purpose: 'read' | 'write' = 'write',
): Promise<RoleFacts[]> => {
  if (ids.length === 0) return []
  const found = db
    .selectFrom('role')
    .select(['id', 'name', 'type', 'level', 'data_scope', 'enabled', 'path'])
    .where('id', 'in', ids)
    .orderBy('id')
  const roles = await (purpose === 'write' ? found.forShare() : found).execute()
  const rows = await db
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.code', 'role_menu.menu_code')
    .select(['role_menu.role_id', 'menu.operation_code'])
    .where('role_menu.role_id', 'in', ids)
    .where('menu.operation_code', 'is not', null)
    .execute()
  const operations = Map.groupBy(rows, (row) => row.role_id)
  return roles.map((role) => ({
    ...role,
    operations: (operations.get(role.id) ?? []).flatMap((row) => row.operation_code ?? []),
  }))
}

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

/** The holders of a role, for a message, named as in the lists of accounts. */
export const holderNames = (holders: readonly { readonly name: string; readonly type: AccountType }[]): Dependant[] =>
  holders.map(({ name, type }) => ({ label: nameShown(type, name) }))
