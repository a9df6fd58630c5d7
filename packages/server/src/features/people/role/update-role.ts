import { DomainError, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertVersion, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertMayGrant, fittingGrants } from './grants.ts'
import { assertManages, holderNames } from './role.rules.ts'
import { endHoldersSessions, grantsOf, holdersOf, replaceGrants } from './role.store.ts'

/**
 * Removes from a role what its new type may not have. Returns the change for the audit row.
 * @throws precondition while accounts have the role, grantBeyondOwn if the caller may not remove a right
 */
const changeType = async (ctx: Ctx, write: Write, id: number, type: EnumValue<'accountType'>) => {
  // Not scoped: every holder counts, wherever they are.
  const holders = await holdersOf(write.systemDb, id)
  if (holders.length > 0) {
    const reason = translate(ctx.locale, 'reasons.roleHeld', { holders: holderNames(holders) })
    throw new DomainError('precondition', { reason }, 'type')
  }
  const before = await grantsOf(write.db, id)
  const after = await fittingGrants(write.db, before, type)
  const gone = before.filter((code) => !after.includes(code))
  await assertMayGrant(ctx, write.db, gone, 'type')
  await replaceGrants(write.db, id, after)
  return changesBetween({ grants: before }, { grants: after })
}

/** Edits a role. Its type cannot change while accounts have it; a new type drops what it may not contain. */
export const updateRole = (ctx: Ctx, input: InputOf<typeof endpoints.role.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', { id: input.id })
    assertManages(ctx, role)
    await assertVersion(write, 'role', role, input.version)
    const data_scope = input.dataScope ?? role.data_scope
    const requires_two_step = input.requiresTwoStep ?? role.requires_two_step
    assertManages(ctx, { ...role, level: input.level, type: input.type, data_scope })
    const isOther = data_scope !== role.data_scope || input.level !== role.level
    // Changing the level or data scope amounts to granting everything in the role.
    if (isOther) await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id), 'level')
    const changes = {
      name: input.name,
      type: input.type,
      level: input.level,
      data_scope,
      requires_two_step,
      remark: input.remark ?? '',
    }
    const grants = input.type === role.type ? {} : await changeType(ctx, write, role.id, input.type)
    await updateRow(write, 'role', role, changes, { action: 'role.update', unique: ['name', input.name], changes: grants })
    // Live views were opened with the old data scope, and sign-ins as others with the old level.
    if (isOther || requires_two_step !== role.requires_two_step) await endHoldersSessions(write, role.id)
    return { id: role.id }
  })
