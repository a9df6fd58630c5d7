import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { assertManages } from './role.rules.ts'
import { deleteRoleRow, holdersOf, lockRole } from './role.store.ts'

/** Deletes a role that no account holds; otherwise says who does. */
export const deleteRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx.actor, role)
    const holders = await holdersOf(write.systemDb, role.id)
    if (holders.length > 0)
      throw new DomainError('inUse', {
        dependants: holders
          .map((holder) => holder.name)
          .slice(0, 10)
          .join(', '),
      })
    await deleteRoleRow(write.db, role.id)
    write.audit({
      action: 'role.del',
      object: { kind: 'role', id: role.id, name: role.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: { name: [role.name, null] },
    })
    return null
  })
