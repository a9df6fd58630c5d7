import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { resolveGrants } from './grants.ts'
import { assertManages } from './role.rules.ts'
import { insertRole, replaceGrants } from './role.store.ts'

/** Creates a role of the caller's company. */
export const createRole = async (ctx: Ctx, input: InputOf<typeof endpoints.role.create>): Promise<{ id: number }> => {
  const company_id = ctx.actor.companyId ?? 0
  assertManages(ctx.actor, { level: input.level, company_id, type: input.type })
  return transact(ctx, async (write) => {
    const grants = await resolveGrants(ctx, write.db, input.grants ?? [], input.type)
    const role = {
      company_id,
      path: ctx.actor.companyPath,
      name: input.name,
      type: input.type,
      level: input.level,
      remark: input.remark ?? '',
      created_by: ctx.actor.accountId,
    }
    const id = await insertRole(write.db, role)
    await replaceGrants(write.db, id, grants)
    write.audit({
      action: 'role.create',
      object: { kind: 'role', id, name: input.name },
      owner: { companyId: company_id, path: role.path },
      changes: { name: [null, role.name], type: [null, role.type], level: [null, role.level], grants: [null, grants] },
    })
    return { id }
  })
}
