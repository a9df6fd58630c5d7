import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { endSessions } from '../session/end-sessions.ts'
import { assertMayGrant, fittingGrants } from './grants.ts'
import { assertManages, holderNames } from './role.rules.ts'
import { grantsOf, holdersOf, lockRole, replaceGrants, updateRoleRow, type StoredRole } from './role.store.ts'

/**
 * Takes from a role what its new type may not hold; answers its codes before and after.
 * @throws precondition while accounts hold the role, grantBeyondOwn when something would go that is not the caller's to take
 */
const changeType = async (ctx: Ctx, write: Write, id: number, type: StoredRole['type']) => {
  // Without scope: whoever holds it counts, wherever they are.
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
  return { before, after }
}

/** Edits a role. Its type stays while accounts hold it, and takes along what the new one may not hold. */
export const updateRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx, role)
    const data_scope = input.dataScope ?? role.data_scope
    const requires_two_step = input.requiresTwoStep ?? role.requires_two_step
    assertManages(ctx, { ...role, level: input.level, type: input.type, data_scope })
    const isOther = data_scope !== role.data_scope || input.level !== role.level
    // A level or a scope is given together with everything that the role carries.
    if (isOther) await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id), 'level')
    const changes = {
      name: input.name,
      type: input.type,
      level: input.level,
      data_scope,
      requires_two_step,
      remark: input.remark ?? '',
    }
    if (!(await updateRoleRow(write.db, role.id, input.version, changes, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'role', role.id)
    if (isOther || requires_two_step !== role.requires_two_step) {
      // What is shown live was opened under the old scope, and whom they signed in as under the old level.
      const holders = await holdersOf(write.systemDb, role.id)
      await endSessions(
        write,
        holders.map((holder) => holder.id),
      )
    }
    const grants = input.type === role.type ? undefined : await changeType(ctx, write, role.id, input.type)
    write.audit({
      action: 'role.update',
      object: { kind: 'role', id: role.id, name: input.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: changesBetween({ ...role, grants: grants?.before }, { ...role, ...changes, grants: grants?.after }),
    })
    return { id: role.id }
  })
