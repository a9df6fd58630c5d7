import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { resolveGrants } from './grants.ts'
import { widestScope } from './control.ts'
import { assertManages } from './role.rules.ts'
import { insertRole, replaceGrants } from './role.store.ts'

/** Creates a role of the caller's company. */
export const createRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.create>): Promise<{ id: number }> => {
  const company_id = ctx.actor.companyId ?? 0
  const data_scope = input.dataScope ?? widestScope(ctx)
  assertManages(ctx, { level: input.level, company_id, type: input.type, data_scope })
  return transact(ctx, async (write) => {
    const grants = await resolveGrants(ctx, write.db, input.grants ?? [], { type: input.type })
    const role = {
      company_id,
      path: ctx.actor.companyPath,
      name: input.name,
      type: input.type,
      level: input.level,
      data_scope,
      requires_two_step: input.requiresTwoStep ?? false,
      remark: input.remark ?? '',
      created_by: ctx.actor.accountId,
    }
    const id = await insertRole(write.db, role)
    await replaceGrants(write.db, id, grants)
    write.audit({
      action: 'role.create',
      object: { kind: 'role', id, name: input.name },
      owner: { companyId: company_id, path: role.path },
      changes: {
        name: [null, role.name],
        type: [null, role.type],
        level: [null, role.level],
        data_scope: [null, data_scope],
        requires_two_step: [null, role.requires_two_step],
        grants: [null, grants],
      },
    })
    return { id }
  })
}
