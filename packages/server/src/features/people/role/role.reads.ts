import type { endpoints, GrantNode, InputOf, OutputOf, RowOf, EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import { isGrantable, labelOf, menuEntries } from './grants.ts'
import { controls, coversScope, managesLevel } from './control.ts'
import { roleFacts, coversType } from './role.rules.ts'
import { grantsOf } from './role.store.ts'

type RoleRow = RowOf<typeof endpoints.role>

type PageInput = InputOf<typeof endpoints.role.page>

// Deliberately not scoped: only a number, so that a role in use elsewhere is not mistaken for unused.
const accounts = sql<number>`(
  select count(*) from account_role join account on account.id = account_role.account_id
  where account_role.role_id = role.id and account.deleted_at is null)`

const read = async (ctx: Ctx, ids: number[]): Promise<RoleRow[]> => {
  const rows = await ctx.db
    .selectFrom('role')
    .innerJoin('company', 'company.id', 'role.company_id')
    .select(fields('role', ['id', 'name', 'type', 'level', 'dataScope', 'requiresTwoStep', 'enabled', 'remark']))
    .select(['role.company_id', 'company.id as companyId', 'company.name as companyName', accounts.as('accounts')])
    .select(tracked('role'))
    .where('role.id', 'in', ids)
    .execute()
  return rows.map(({ company_id, ...row }) => {
    const { level, type, dataScope } = row
    const manageable =
      managesLevel(ctx.actor, { level, company_id }) && coversType(ctx.actor, type) && coversScope(ctx, type, dataScope)
    return { ...row, manageable }
  })
}

export const pageRoles = (ctx: Ctx, input: PageInput): Promise<OutputOf<typeof endpoints.role.page>> =>
  listPage<RoleRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('role'), 'role', input, {
      equal: ['type', 'enabled'],
      containing: ['name'],
      between: 'created_at',
    }),
    key: 'role.id',
    sorts: { name: 'role.name', level: 'role.level', createdAt: 'role.created_at', updatedAt: 'role.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

/** A new role is below its maker's own: domain.md, "Companies and scope". */
const lowestLevel = 9

export const roleDetail = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.role.detail>,
): Promise<OutputOf<typeof endpoints.role.detail>> => {
  const [row] = await read(ctx, [input.id])
  if (!row) throw new Error(`role ${input.id} no longer exists`)
  const copyLevel = Math.min(lowestLevel, Math.max(row.level, ctx.actor.level + 1))
  return { ...row, grants: await grantsOf(ctx.db, input.id), copyLevel }
}

/** The company or customer whose accounts need roles, if given. This determines the account type. */
const ownerOfAccounts = async (ctx: Ctx, { companyId, customerId, type }: InputOf<typeof endpoints.role.select>) => {
  if (customerId !== undefined) {
    const customer = ctx.db.selectFrom('customer').select(['company_id', 'path']).where('id', '=', customerId)
    return { ...(await customer.executeTakeFirstOrThrow()), type: 'customer' as const }
  }
  if (companyId === undefined) return undefined
  const company = ctx.db.selectFrom('company').select(['id as company_id', 'path', 'type']).where('id', '=', companyId)
  const owner = await company.executeTakeFirstOrThrow()
  // A company has accounts of its staff, its customers and its users.
  return { ...owner, type: type ?? owner.type }
}

/** Roles that the caller may assign, for a drop-down; for a company or customer, to its accounts (account.rules.ts, assertAssignable). */
export const selectRoles = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.role.select>,
): Promise<OutputOf<typeof endpoints.role.select>> => {
  const owner = await ownerOfAccounts(ctx, input)
  const type = owner?.type ?? input.type
  let query = ctx.db.selectFrom('role').select(['id', 'name', 'company_id']).where('enabled', '=', true)
  if (type) query = query.where('type', '=', type)
  // Roles of a company serve those below it as well.
  if (owner) query = query.where('path', 'in', pathsOn(owner.path))
  const rows = await query.orderBy('level').orderBy('name').limit(500).execute()
  const facts = await roleFacts(
    ctx.db,
    rows.map((row) => row.id),
    'read',
  )
  const rightsBy = new Map(facts.map((rights) => [rights.id, rights]))
  return rows.flatMap(({ id, name, company_id }) => {
    const rights = rightsBy.get(id)
    const companyId = owner?.company_id ?? company_id
    return rights && controls(ctx, { companyId, type: rights.type, rights }) ? { value: id, label: name } : []
  })
}

export const grantableMenus = async (ctx: Ctx, { type }: InputOf<typeof endpoints.role.menus> = {}): Promise<GrantNode[]> => {
  const entries = (await menuEntries(ctx.db)).filter((entry) => type === undefined || entry.account_types.includes(type))
  const below = (parent: string | null): GrantNode[] =>
    entries
      .filter((entry) => entry.parent_code === parent)
      .map((entry) => ({
        code: entry.code,
        label: labelOf(ctx, entry),
        operation: entry.operation_code !== null,
        grantable: isGrantable(ctx, entry, entries),
        children: below(entry.code),
      }))
  return below(null)
}

export const roleExport: ExportDefinition = {
  columns: [
    { field: 'name' },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'accountType', row['type']) },
    { field: 'level' },
    { field: 'dataScope', text: (row, locale) => enumLabel(locale, 'dataScope', row['dataScope']) },
    { field: 'requiresTwoStep', width: 12 },
    { field: 'enabled' },
    { field: 'accounts' },
    { field: 'companyName' },
    { field: 'remark' },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageRoles(ctx, input as PageInput),
}

export const exportRoles = (ctx: Ctx, input: InputOf<typeof endpoints.role.export>): Promise<{ exportId: number }> =>
  startExport(ctx, 'role', input)

/** Enabled roles in the caller's scope with this name, for accounts of a type, in these companies. Names are unique per company and type. */
export const rolesNamed = async (
  ctx: Ctx,
  name: string,
  type: EnumValue<'accountType'>,
  companyIds: readonly number[],
): Promise<{ id: number; companyId: number }[]> =>
  ctx.db
    .selectFrom('role')
    .select(['id', 'company_id as companyId'])
    .where('name', '=', name)
    .where('type', '=', type)
    .where('enabled', '=', true)
    .where('company_id', 'in', companyIds)
    .execute()
