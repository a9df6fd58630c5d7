import type { endpoints, InputOf, OutputOf, SignSiteRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { withKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { signedCodeOf, positionOf } from './sign-site.rules.ts'

type SignSite = typeof endpoints.signSite
type PageInput = InputOf<SignSite['page']>

const lastSign = (what: string) => sql`(
  select ${sql.raw(what)} from order_sign_in as sign_in join account on account.id = sign_in.account_id
  where sign_in.site_id = sign_site.id order by sign_in.at desc limit 1)`

const read = async (ctx: Ctx, ids: readonly number[]): Promise<SignSiteRow[]> => {
  const rows = await ctx.db
    .selectFrom('sign_site')
    .innerJoin('project', 'project.id', 'sign_site.project_id')
    .innerJoin('company', 'company.id', 'sign_site.company_id')
    .select(fields('sign_site', ['id', 'name', 'projectId', 'address', 'floor', 'radiusM', 'tagCode', 'enabled']))
    .select(['sign_site.latitude', 'sign_site.longitude', 'sign_site.coordinate_system'])
    .select([
      'project.name as projectName',
      'project.time_zone as timeZone',
      'company.id as companyId',
      'company.name as companyName',
    ])
    .select(sql<string | null>`${lastSign('sign_in.at')}`.as('lastSignedAt'))
    .select(sql<string | null>`${lastSign('account.name')}`.as('lastSignedBy'))
    .select(tracked('sign_site'))
    .where('sign_site.id', 'in', ids)
    .execute()
  return rows.map(({ latitude, longitude, coordinate_system, ...row }) => ({
    ...row,
    position: positionOf({ latitude, longitude, coordinate_system }),
  }))
}

const found = async (ctx: Ctx, input: PageInput) => {
  const rows = filtered(ctx.db.selectFrom('sign_site'), 'sign_site', input, {
    equal: ['projectId', 'enabled'],
    between: 'created_at',
  })
  const parts = ['name', 'address', 'tag_code']
  return input.keyword ? withKeyword(ctx.systemDb, rows, 'sign_site', input.keyword, { parts }) : { rows }
}

export const pageSignSites = async (ctx: Ctx, input: PageInput): Promise<OutputOf<SignSite['page']>> =>
  listPage<SignSiteRow>(ctx.db, input, {
    ...(await found(ctx, input)),
    key: 'sign_site.id',
    sorts: {
      name: 'sign_site.name',
      radiusM: 'sign_site.radius_m',
      createdAt: 'sign_site.created_at',
      updatedAt: 'sign_site.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const signSiteDetail = async (ctx: Ctx, { id }: InputOf<SignSite['detail']>): Promise<OutputOf<SignSite['detail']>> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new Error(`sign-in address ${id} no longer exists`)
  const counted = await ctx.db
    .selectFrom('order_sign_in')
    .select(['result', (e) => e.fn.countAll<number>().as('count')])
    .where('site_id', '=', id)
    .groupBy('result')
    .execute()
  const signs = { inRadius: 0, outOfRadius: 0, mocked: 0, unknown: 0 }
  for (const { result, count } of counted) signs[result] = count
  const signedCode = signedCodeOf(ctx, { id, project_id: row.projectId, tag_code: row.tagCode })
  return { ...row, signedCode, signs }
}

const positionText = ({ position }: Readonly<Record<string, unknown>>): string => {
  const at = position as SignSiteRow['position']
  return at ? `${at.latitude}, ${at.longitude} (${at.coordinateSystem})` : ''
}

export const signSiteExport: ExportDefinition = {
  columns: [
    { field: 'name' },
    { field: 'projectName' },
    { field: 'companyName' },
    { field: 'address', width: 40 },
    { field: 'floor' },
    { field: 'position', text: positionText, width: 32 },
    { field: 'radiusM' },
    { field: 'tagCode', width: 18 },
    { field: 'enabled' },
    { field: 'lastSignedAt' },
    { field: 'lastSignedBy' },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageSignSites(ctx, input as PageInput),
}

export const exportSignSites = (ctx: Ctx, input: InputOf<SignSite['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'signSite', input)
