import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { assertMayGrant } from './grants.ts'
import { assertManages, holderNames } from './role.rules.ts'
import { deleteRoleRow, grantsOf, holdersOf, lockRole } from './role.store.ts'

/** Deletes a role that no account holds; otherwise says who does. */
export const deleteRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id))
    const holders = await holdersOf(write.systemDb, role.id)
    if (holders.length > 0) throw new DomainError('inUse', { dependants: holderNames(holders) })
    await deleteRoleRow(write.db, role.id)
    write.audit({
      action: 'role.del',
      object: { kind: 'role', id: role.id, name: role.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: { name: [role.name, null] },
    })
    return null
  })
