import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { endSessions } from '../session/end-sessions.ts'
import { resolveGrants } from './grants.ts'
import { assertManages } from './role.rules.ts'
import { grantsOf, holdersOf, lockRole, replaceGrants, updateRoleRow } from './role.store.ts'

/** Sets a role’s menus and operations. */
export const assignGrants = async (ctx: Ctx, input: InputOf<typeof endpoints.role.assign>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx, role)
    const before = await grantsOf(write.db, role.id)
    const after = await resolveGrants(ctx, write.db, input.grants, { type: role.type, held: before })
    if (!(await updateRoleRow(write.db, role.id, input.version, {}, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'role', role.id)
    await replaceGrants(write.db, role.id, after)
    const holders = await holdersOf(write.systemDb, role.id)
    await endSessions(
      write,
      holders.map((holder) => holder.id),
    )
    write.audit({
      action: 'role.assign',
      object: { kind: 'role', id: role.id, name: role.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: { grants: [before, after] },
    })
    return { id: role.id }
  })
