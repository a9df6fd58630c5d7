import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertMayGrant } from './grants.ts'
import { assertManages } from './role.rules.ts'
import { endHoldersSessions, grantsOf } from './role.store.ts'

/** Enables or disables a role. Ends its holders' sessions. */
export const setRoleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.role.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', { id })
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, id))
    await updateRow(write, 'role', role, { enabled }, { action: 'role.forbidden', changes: { enabled: [role.enabled, enabled] } })
    await endHoldersSessions(write, id)
    return null
  })
