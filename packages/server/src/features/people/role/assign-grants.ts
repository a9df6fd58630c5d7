import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertVersion, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { resolveGrants } from './grants.ts'
import { assertManages } from './role.rules.ts'
import { endHoldersSessions, grantsOf, replaceGrants } from './role.store.ts'

/** Sets a role’s menus and operations. */
export const assignGrants = (ctx: Ctx, input: InputOf<typeof endpoints.role.assign>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', { id: input.id })
    assertManages(ctx, role)
    await assertVersion(write, 'role', role, input.version)
    const before = await grantsOf(write.db, role.id)
    const after = await resolveGrants(ctx, write.db, input.grants, { type: role.type, held: before })
    await updateRow(write, 'role', role, {}, { action: 'role.assign', changes: { grants: [before, after] } })
    await replaceGrants(write.db, role.id, after)
    await endHoldersSessions(write, role.id)
    return { id: role.id }
  })
