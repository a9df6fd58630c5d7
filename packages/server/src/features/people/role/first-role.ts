import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { menuEntries, resolveGrants } from './grants.ts'
import { widestScope } from './control.ts'
import { insertRole } from './role.store.ts'

/** Only engineers receive orders, not managers (docs/decisions/0010). */
const engineersOnly = 'order:work'
/** The lowest level that a role may have. */
const userLevel = 9

/**
 * Gives a new company its first role, in the write that creates it: everything that the caller has and the company's type may have, at the
 * caller's own level. Returns its id.
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
  return insertRole(write, { company_id, path, name, type, level, data_scope: widestScope(ctx) }, grants)
}

/**
 * The role given to ordinary users of the company when they are enabled (readings.md): they see what is theirs. Whether they may take or
 * close a fire is up to the company.
 */
export const createUserRole = async (
  write: Write,
  company: { readonly companyId: number; readonly path: string; readonly name: string },
): Promise<void> => {
  const { companyId: company_id, path, name } = company
  const entries = await menuEntries(write.systemDb)
  const grants = entries.flatMap(({ code, operation_code, account_types }) =>
    account_types.includes('user') && (operation_code === null || operation_code.endsWith(':view')) ? code : [],
  )
  const role = { company_id, path, name, type: 'user', level: userLevel, data_scope: 'company' } as const
  await insertRole(write, role, grants, { data_scope: null })
}
