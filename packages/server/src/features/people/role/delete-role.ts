import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertMayGrant } from './grants.ts'
import { assertManages, holderNames } from './role.rules.ts'
import { grantsOf, holdersOf } from './role.store.ts'

/** Deletes a role that no account has; otherwise the error names its holders. */
export const deleteRole = (ctx: Ctx, input: InputOf<typeof endpoints.role.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', input, 'delete')
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id))
    const holders = await holdersOf(write.systemDb, role.id)
    if (holders.length > 0) throw new DomainError('inUse', { dependants: holderNames(holders) })
    await deleteRow(write, 'role', role, { action: 'role.del' })
    return null
  })
