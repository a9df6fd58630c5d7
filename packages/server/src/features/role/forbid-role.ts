import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessions } from '../session/end-sessions.ts'
import { assertMayGrant } from './grants.ts'
import { assertManages } from './role.rules.ts'
import { grantsOf, holdersOf, lockRole, updateRoleRow } from './role.store.ts'

/** Enables or disables a role; its holders' sessions end, so that what they may do is judged anew. */
export const forbidRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRole(write.db, input.id)
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id))
    await updateRoleRow(write.db, role.id, role.version, { enabled: input.enabled }, ctx.actor.accountId, write.at)
    const holders = await holdersOf(write.systemDb, role.id)
    await endSessions(
      write,
      holders.map((holder) => holder.id),
    )
    write.audit({
      action: 'role.forbidden',
      object: { kind: 'role', id: role.id, name: role.name },
      owner: { companyId: role.company_id, path: role.path },
      changes: { enabled: [role.enabled, input.enabled] },
    })
    return null
  })
