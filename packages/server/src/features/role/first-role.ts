import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { menuEntries, resolveGrants } from './grants.ts'
import { widestScope } from './role.rules.ts'
import { insertRole, replaceGrants } from './role.store.ts'

/** Receiving orders is an engineer's; whoever manages does not (docs/decisions/0010). */
const engineersOnly = 'order:work'

/**
 * Gives a new company its first role, in the write that creates it: everything that the caller holds and the company's type may hold, at the
 * caller's own level. Answers its id.
 */
export const createFirstRole = async (
  ctx: Ctx,
  write: Write,
  company: { readonly companyId: number; readonly path: string; readonly type: EnumValue<'companyType'>; readonly name: string },
): Promise<number> => {
  const { companyId: company_id, path, type, name } = company
  const wanted = (await menuEntries(write.systemDb)).flatMap(({ code, operation_code, account_types }) =>
    operation_code !== null &&
    operation_code !== engineersOnly &&
    ctx.actor.operations.has(operation_code) &&
    account_types.includes(type)
      ? code
      : [],
  )
  const grants = await resolveGrants(ctx, write.systemDb, wanted, { type })
  const level = Math.max(ctx.actor.level, 1)
  const data_scope = widestScope(ctx)
  const id = await insertRole(write.systemDb, {
    company_id,
    path,
    name,
    type,
    level,
    data_scope,
    remark: '',
    created_by: ctx.actor.accountId,
  })
  await replaceGrants(write.systemDb, id, grants)
  write.audit({
    action: 'role.create',
    object: { kind: 'role', id, name },
    owner: { companyId: company_id, path },
    changes: {
      name: [null, name],
      type: [null, type],
      level: [null, level],
      data_scope: [null, data_scope],
      grants: [null, grants],
    },
  })
  return id
}
