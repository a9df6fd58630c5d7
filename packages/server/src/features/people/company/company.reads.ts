import {
  DomainError,
  type CompanyKind,
  type CompanyRow,
  type endpoints,
  type InputOf,
  type Language,
  type OutputOf,
} from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { hasKeyword, withKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedEmail, maskedPhone } from '../../../platform/mask.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { inBranchRange } from '../../../platform/rows/in-branch.ts'
import { stopOf } from '../../base/tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'
import { companyKindFacts } from './company.rules.ts'
import { idsOf } from '../../base/tenant/tenant.reads.ts'

type Distributor = typeof endpoints.distributor
type PageInput = InputOf<Distributor['page']>
type Detail = OutputOf<Distributor['detail']>

const dayMs = 86_400_000

const filteredCompanies = async (ctx: Ctx, kind: CompanyKind, input: PageInput) => {
  const ofKind = ctx.db.selectFrom('company').where('company.type', '=', kind).where('company.deleted_at', 'is', null)
  let rows = filtered(ofKind, 'company', input, { equal: ['enabled', 'parentId'], zone: true, between: 'created_at' })
  if (input.orgCode) rows = rows.where(hasKeyword(['company.org_code'], input.orgCode))
  if (input.contacter) rows = rows.where(hasKeyword(['company.contacter'], input.contacter))
  if (input.expiresWithin !== undefined) {
    const now = ctx.clock.now()
    const until = new Date(now.getTime() + input.expiresWithin * dayMs).toISOString()
    rows = rows.where('company.expires_at', '<=', until)
    if (input.expiresWithin > 0) rows = rows.where('company.expires_at', '>', now.toISOString())
  }
  return input.keyword ? withKeyword(ctx.systemDb, rows, 'company', input.keyword, { parts: ['name', 'org_code'] }) : { rows }
}

/** The counts of each of these companies' branches; `companies` counts those below it. */
const countsOf = async (systemDb: Kysely<Tables>, ids: readonly number[]) => {
  const { rows } = await sql<{
    id: number
    companies: number
    accounts: number
    projects: number
    devices: number
    storage: number
  }>`
    select root.id, sum(below.companies)::int - 1 as companies, sum(below.accounts)::int as accounts,
      sum(below.projects)::int as projects, sum(below.devices)::int as devices, sum(below.storage)::bigint as storage
    from company root
    join company_count below on ${inBranchRange('below.path', 'root.path')}
    where root.id = any(${ids}::bigint[])
    group by root.id`.execute(systemDb)
  return new Map(rows.map((row) => [row.id, row]))
}

type Block = NonNullable<CompanyRow['blockedBy']>['reason']

/** Companies named by rows, each with what stops it and all below it (domain.md, "Companies and scope"). */
const namedOf = async (ctx: Ctx, ids: readonly number[]): Promise<Map<number, { name: string; block: Block | null }>> => {
  const now = ctx.clock.now()
  const rows = await ctx.systemDb
    .selectFrom('company')
    .select(['id', 'name', 'enabled', 'deleted_at', 'expires_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, { name: row.name, block: stopOf(row, now) }]))
}

/** The outermost stopped company among those above. */
const blockedBy = (path: string, named: Awaited<ReturnType<typeof namedOf>>): CompanyRow['blockedBy'] => {
  for (const id of idsOf(path).slice(0, -1)) {
    const { name = '', block = null } = named.get(id) ?? {}
    if (block !== null) return { company: name, reason: block }
  }
  return null
}

const read = async (ctx: Ctx, ids: number[]): Promise<(CompanyRow & Detail)[]> => {
  const rows = await ctx.db
    .selectFrom('company')
    .leftJoin('account as administrator', 'administrator.id', 'company.admin_account_id')
    .select(fields('company', ['id', 'type', 'name', 'orgCode', 'domain', 'domainRequested', 'parentId', 'contacter', 'phone']))
    .select(fields('company', ['email', 'country', 'province', 'city', 'region', 'address', 'streetCode', 'licenceNo']))
    .select(fields('company', ['licenceFile', 'timeZone', 'language', 'quotas', 'expiresAt', 'enabled']))
    .select(['company.path', 'administrator.account as adminAccount', 'administrator.id as adminAccountId'])
    .select('administrator.version as adminVersion')
    .select(tracked('company'))
    .select((e) =>
      e
        .selectFrom('account')
        .select((on) => on.fn.max('account.last_login_at').as('at'))
        .whereRef('account.company_id', '=', 'company.id')
        .whereRef('account.type', '=', 'company.type')
        .where('account.deleted_at', 'is', null)
        .as('lastLoginAt'),
    )
    .where('company.id', 'in', ids)
    .execute()
  // Not scoped: companies above are named because they are on the path, and counts are numbers about companies in scope.
  const [counts, named] = await Promise.all([
    countsOf(ctx.systemDb, ids),
    namedOf(
      ctx,
      rows.flatMap((row) => idsOf(row.path)),
    ),
  ])
  return rows.map(({ path, ...row }) => {
    const { companies = 0, projects = 0, devices = 0, accounts = 0, storage = 0 } = counts.get(row.id) ?? {}
    return {
      ...row,
      parentName: row.parentId === null ? null : (named.get(row.parentId)?.name ?? null),
      companyPath: idsOf(path)
        .map((id) => named.get(id)?.name ?? '')
        .join(' › '),
      // A person's, so masked like all phones and email addresses (readings.md); `unmask` shows them.
      phone: maskedPhone(row.phone),
      email: maskedEmail(row.email),
      blockedBy: blockedBy(path, named),
      companies,
      projects,
      devices,
      accounts,
      storage,
    }
  })
}

export const kindOfCompany = (
  ctx: Ctx,
  { id }: InputOf<typeof endpoints.company.kind>,
): Promise<OutputOf<typeof endpoints.company.kind>> =>
  ctx.db.selectFrom('company').select('type').where('id', '=', id).executeTakeFirstOrThrow()

export const pageCompanies = async (ctx: Ctx, kind: CompanyKind, input: PageInput): Promise<OutputOf<Distributor['page']>> =>
  listPage<CompanyRow>(ctx.db, input, {
    ...(await filteredCompanies(ctx, kind, input)),
    key: 'company.id',
    sorts: { name: 'company.name', createdAt: 'company.created_at', expiresAt: 'company.expires_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const companyDetail = async (ctx: Ctx, kind: CompanyKind, input: InputOf<Distributor['detail']>): Promise<Detail> => {
  const [row] = await read(ctx, [input.id])
  if (!row || row.type !== kind) throw new DomainError('notFound', {}, 'id')
  return row
}

/** How many options a drop-down shows; typing part of the name finds others. */
export const mostOptions = 100

export const selectCompanies = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['select']>,
): Promise<OutputOf<Distributor['select']>> => {
  let rows = ctx.db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('type', '=', kind)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
  if (input.keyword) rows = rows.where(hasKeyword(['company.name'], input.keyword))
  if (input.parentId !== undefined) rows = rows.where('parent_id', '=', input.parentId)
  const found = await rows.orderBy('name').orderBy('id').limit(mostOptions).execute()
  return found.map((row) => ({ value: row.id, label: row.name }))
}

const blockText = (blocked: CompanyRow['blockedBy'], locale: Language): string =>
  blocked === null ? '' : `${blocked.company} (${enumLabel(locale, 'companyBlock', blocked.reason)})`

/** The list of one kind, registered with the exports. */
export const companyExportOf = (kind: CompanyKind): ExportDefinition => ({
  columns: [
    { field: 'name', width: 30 },
    { field: 'orgCode' },
    { field: 'companyPath', width: 50 },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'companyType', row['type']) },
    { field: 'contacter' },
    { field: 'phone' },
    { field: 'domain' },
    { field: 'domainRequested' },
    { field: 'address', width: 40 },
    { field: 'adminAccount' },
    { field: 'expiresAt' },
    { field: 'enabled', width: 10 },
    { field: 'blockedBy', width: 30, text: (row, locale) => blockText(row['blockedBy'] as CompanyRow['blockedBy'], locale) },
    { field: 'companies', width: 10 },
    { field: 'projects', width: 10 },
    // `devices` is already the name of another field (texts: fields).
    { field: 'deviceCount', width: 10, text: (row) => String(row['devices']) },
    { field: 'accounts', width: 10 },
    { field: 'storageMb', width: 10, text: (row) => String(Math.ceil(Number(row['storage']) / 1_048_576)) },
    { field: 'lastLoginAt' },
    { field: 'createdAt' },
    { field: 'createdBy' },
  ],
  page: (ctx, input) => pageCompanies(ctx, kind, input as PageInput),
})

export const exportCompanies = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['export']>,
): Promise<{ exportId: number }> => startExport(ctx, companyKindFacts[kind].name, input)
