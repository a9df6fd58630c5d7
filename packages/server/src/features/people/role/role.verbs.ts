import { type endpoints, type InputOf, type EnumValue, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { resolveGrants, menuEntries, assertMayGrant, fittingGrants } from './grants.ts'
import { widestScope } from './control.ts'
import { assertManages, holderNames } from './role.rules.ts'
import { insertRole, endHoldersSessions, grantsOf, holdersOf, replaceGrants, deleteRolesOf } from './role.store.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertVersion, lockRow, updateRow, deleteRow, dependantNames, refuseInUse } from '../../../platform/rows/rows.ts'

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

/**
 * Removes from a role what its new type may not have. Returns the change for the audit row.
 * @throws precondition while accounts have the role, grantBeyondOwn if the caller may not remove a right
 */
const changeType = async (ctx: Ctx, write: Write, id: number, type: EnumValue<'accountType'>) => {
  const holders = await dependantNames(write, async (db) => holderNames(await holdersOf(db, id)))
  if (holders) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.roleHeld', { holders }) }, 'type')
  const before = await grantsOf(write.db, id)
  const after = await fittingGrants(write.db, before, type)
  const gone = before.filter((code) => !after.includes(code))
  await assertMayGrant(ctx, write.db, gone, 'type')
  await replaceGrants(write.db, id, after)
  return changesBetween({ grants: before }, { grants: after })
}

/** Edits a role. Its type cannot change while accounts have it; a new type drops what it may not contain. */
export const updateRole = (ctx: Ctx, input: InputOf<typeof endpoints.role.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', { id: input.id })
    assertManages(ctx, role)
    await assertVersion(write, 'role', role, input.version)
    const data_scope = input.dataScope ?? role.data_scope
    const requires_two_step = input.requiresTwoStep ?? role.requires_two_step
    assertManages(ctx, { ...role, level: input.level, type: input.type, data_scope })
    const isOther = data_scope !== role.data_scope || input.level !== role.level
    // Changing the level or data scope amounts to granting everything in the role.
    if (isOther) await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id), 'level')
    const changes = {
      name: input.name,
      type: input.type,
      level: input.level,
      data_scope,
      requires_two_step,
      remark: input.remark ?? '',
    }
    const grants = input.type === role.type ? {} : await changeType(ctx, write, role.id, input.type)
    await updateRow(write, 'role', role, changes, { action: 'role.update', unique: ['name', input.name], changes: grants })
    // Live views were opened with the old data scope, and sign-ins as others with the old level.
    if (isOther || requires_two_step !== role.requires_two_step) await endHoldersSessions(write, role.id)
    return { id: role.id }
  })

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

/** Enables or disables a role. Ends its holders' sessions. */
export const setRoleEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.role.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', { id })
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, id))
    await updateRow(write, 'role', role, { enabled }, { action: 'role.forbidden', changes: { enabled: [role.enabled, enabled] } })
    await endHoldersSessions(write, id)
    return null
  })

/** Deletes a role that no account has; otherwise the error names its holders. */
export const removeRole = (ctx: Ctx, input: InputOf<typeof endpoints.role.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const role = await lockRow(write, 'role', input, 'delete')
    assertManages(ctx, role)
    await assertMayGrant(ctx, write.db, await grantsOf(write.db, role.id))
    await refuseInUse(write, async (db) => holderNames(await holdersOf(db, role.id)))
    await deleteRow(write, 'role', role, { action: 'role.del' })
    return null
  })

/** Removes the roles of a company in the write that deletes it. Nobody has them any more. */
export const removeRoles = (write: Write, companyId: number): Promise<void> => deleteRolesOf(write.systemDb, companyId)
