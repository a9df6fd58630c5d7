import {
  DomainError,
  listedIn,
  openAccessStateOf,
  type endpoints,
  type InputOf,
  type OpenAccessRow,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'

type Calls = typeof endpoints.openAccess
type PageInput = InputOf<Calls['page']>

const dayMs = 86_400_000

const ofSecrets = (what: string, order: string) =>
  sql.raw(`(select ${what} from open_secret s where s.access_id = open_access.id order by ${order} limit 1)`)

const read = async (ctx: Ctx, ids: readonly number[]): Promise<OpenAccessRow[]> => {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('open_access')
    .innerJoin('company', 'company.id', 'open_access.company_id')
    .select(fields('open_access', ['id', 'name', 'companyId', 'keyRights', 'dataScope', 'expiresAt', 'addresses', 'perMinute']))
    .select(fields('open_access', ['enabled', 'remark']))
    .select(['company.name as companyName'])
    .select([
      sql<string>`${ofSecrets('s.prefix', 's.valid_until desc nulls first')}`.as('prefix'),
      sql<string | null>`${ofSecrets('s.last_used_at', 's.last_used_at desc nulls last')}`.as('lastUsedAt'),
      sql<string | null>`${ofSecrets('s.last_used_ip', 's.last_used_at desc nulls last')}`.as('lastUsedIp'),
      isStopped('open_access.path', now).as('companyStopped'),
    ])
    .select(tracked('open_access'))
    .where('open_access.id', 'in', ids)
    .where('open_access.deleted_at', 'is', null)
    .execute()
  return rows.map(({ companyStopped, ...row }) => ({ ...row, state: openAccessStateOf(now, { ...row, companyStopped }) }))
}

/** Keys in scope, the newest first. */
export const pageOpenAccess = (ctx: Ctx, input: PageInput): Promise<OutputOf<Calls['page']>> => {
  const rows = filtered(ctx.db.selectFrom('open_access'), 'open_access', input, {
    equal: ['companyId', 'enabled'],
    containing: ['name', 'remark'],
    between: 'created_at',
  })
  const { keyRight } = input
  return listPage<OpenAccessRow>(ctx.db, input, {
    rows: keyRight === undefined ? rows : rows.where(sql<boolean>`${keyRight} = any(open_access.key_rights)`),
    key: 'open_access.id',
    sorts: { name: 'open_access.name', expiresAt: 'open_access.expires_at', createdAt: 'open_access.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

export const openAccessDetail = async (ctx: Ctx, { id }: InputOf<Calls['detail']>): Promise<OutputOf<Calls['detail']>> => {
  const since = new Date(ctx.clock.now().getTime() - dayMs)
  const [[row], projects, secrets, granter, requests] = await Promise.all([
    read(ctx, [id]),
    ctx.db
      .selectFrom('project')
      .innerJoin('open_access_project as chosen', 'chosen.project_id', 'project.id')
      .select(['project.id', 'project.name'])
      .where('chosen.access_id', '=', id)
      .where('project.deleted_at', 'is', null)
      .orderBy('project.name')
      .execute(),
    ctx.db
      .selectFrom('open_secret')
      .leftJoin('account', 'account.id', 'open_secret.created_by')
      .select(fields('open_secret', ['prefix', 'createdAt', 'validUntil', 'lastUsedAt', 'lastUsedIp']))
      .select('account.name as createdBy')
      .where('open_secret.access_id', '=', id)
      .where((e) =>
        e.or([e('open_secret.valid_until', 'is', null), e('open_secret.valid_until', '>', ctx.clock.now().toISOString())]),
      )
      .orderBy('open_secret.id', 'desc')
      .execute(),
    ctx.db
      .selectFrom('open_access')
      .innerJoin('account', 'account.id', 'open_access.ticket_granted_by')
      .select('account.name')
      .where('open_access.id', '=', id)
      .executeTakeFirst(),
    // Not scoped: whoever sees the key sees how often it was used.
    ctx.systemDb
      .selectFrom('api_log')
      .select((e) => ['status', e.fn.countAll<number>().as('count'), e.fn.max('at').as('lastAt')])
      .where('key_id', '=', id)
      .where('at', '>', since.toISOString())
      .groupBy('status')
      .orderBy('status')
      .execute(),
  ])
  if (!row) throw new DomainError('notFound', {}, 'id')
  return { ...row, projects, secrets, ticketGrantedBy: granter?.name ?? null, requests }
}

/** How many choices a drop-down gets at once; typing narrows them. */
const selectLimit = 50

export const selectOpenAccess = (ctx: Ctx, input: InputOf<Calls['select']>): Promise<OutputOf<Calls['select']>> => {
  let rows = ctx.db.selectFrom('open_access').where('enabled', '=', true).where('deleted_at', 'is', null)
  if (input.companyId !== undefined) rows = rows.where('company_id', '=', input.companyId)
  if (input.keyword) rows = rows.where('name', 'ilike', containing(input.keyword))
  return rows.select(['id as value', 'name as label']).orderBy('name').orderBy('id').limit(selectLimit).execute()
}

/** Registered with the exports. */
export const openAccessExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'openAccessState', row['state']) },
    { field: 'prefix', width: 20 },
    {
      field: 'keyRights',
      width: 40,
      text: (row, locale) =>
        listedIn(
          locale,
          (row['keyRights'] as OpenAccessRow['keyRights']).map((right) => enumLabel(locale, 'openRight', right)),
        ),
    },
    { field: 'dataScope', text: (row, locale) => enumLabel(locale, 'dataScope', row['dataScope']) },
    { field: 'expiresAt' },
    { field: 'addresses', width: 30, text: (row) => (row['addresses'] as string[]).join(', ') },
    { field: 'perMinute', width: 12 },
    { field: 'lastUsedAt' },
    { field: 'lastUsedIp', width: 20 },
    { field: 'remark', width: 40 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageOpenAccess(ctx, input as PageInput),
}

export const exportOpenAccess = (ctx: Ctx, input: InputOf<Calls['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'openAccess', input)
