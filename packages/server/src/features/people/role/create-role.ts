import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { resolveGrants } from './grants.ts'
import { widestScope } from './control.ts'
import { assertManages } from './role.rules.ts'
import { insertRole } from './role.store.ts'

/** Creates a role of the caller's company. */
export const createRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.create>): Promise<{ id: number }> => {
  const role = {
    company_id: ctx.actor.companyId ?? 0,
    path: ctx.actor.companyPath,
    name: input.name,
    type: input.type,
    level: input.level,
    data_scope: input.dataScope ?? widestScope(ctx),
    requires_two_step: input.requiresTwoStep ?? false,
    remark: input.remark ?? '',
  }
  assertManages(ctx, role)
  return transact(ctx, async (write) => {
    const grants = await resolveGrants(ctx, write.db, input.grants ?? [], { type: input.type })
    return { id: await insertRole(write, role, grants) }
  })
}
