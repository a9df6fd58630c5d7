import {
  activeInstallDays,
  DomainError,
  type AppVersionRow,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { assertApp } from './app-version.rules.ts'

type Calls = typeof endpoints.appVersion
type PageInput = InputOf<Calls['page']>

const read = async (ctx: Ctx, ids: readonly number[]): Promise<AppVersionRow[]> => {
  const since = new Date(ctx.clock.now().getTime() - activeInstallDays * 86_400_000)
  const rows = await ctx.db
    .selectFrom('app_version')
    .select(
      fields('app_version', ['id', 'app', 'platform', 'versionNumber', 'versionCode', 'fileId', 'storeUrl', 'size', 'sha256']),
    )
    .select(fields('app_version', ['packageName', 'certificates', 'upgradeMethod', 'appTarget', 'companyIds', 'rolloutPercent']))
    .select(fields('app_version', ['minSupported', 'state', 'reason', 'publishedAt']))
    .select([
      accountName('app_version.published_by').as('publishedBy'),
      sql<string | null>`(select file.name from file where file.id = app_version.file_id)`.as('fileName'),
      sql<number>`(select count(*) from app_install as install where install.app = app_version.app
        and install.platform = app_version.platform and install.version_number = app_version.version_number
        and install.asked_at >= ${since})::integer`.as('activeInstalls'),
    ])
    .select(tracked('app_version'))
    .where('app_version.id', 'in', ids)
    .execute()
  const companyIds = [...new Set(rows.flatMap((row) => row.companyIds))]
  const companies =
    companyIds.length === 0
      ? []
      : await ctx.db.selectFrom('company').select(['id', 'name']).where('id', 'in', companyIds).execute()
  return rows.map(({ companyIds: meant, ...row }) => ({ ...row, companies: companies.filter(({ id }) => meant.includes(id)) }))
}

export const pageVersions = async (ctx: Ctx, input: PageInput): Promise<OutputOf<Calls['page']>> => {
  assertApp(ctx, input.app)
  return listPage<AppVersionRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('app_version'), 'app_version', input, {
      equal: ['app', 'platform', 'state', 'upgradeMethod', 'appTarget'],
      containing: ['version_number', 'notes_zh', 'notes_en'],
      between: 'created_at',
    }),
    key: 'app_version.id',
    sorts: {
      versionNumber: 'app_version.number_order',
      size: 'app_version.size',
      publishedAt: 'app_version.published_at',
      createdAt: 'app_version.created_at',
      updatedAt: 'app_version.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

export const versionDetail = async (ctx: Ctx, { id }: InputOf<Calls['detail']>): Promise<OutputOf<Calls['detail']>> => {
  const [row] = await read(ctx, [id])
  const more = await ctx.db
    .selectFrom('app_version')
    .select(fields('app_version', ['notesZh', 'notesEn', 'minSdk', 'signedBy', 'keyChanged', 'withdrawnAt']))
    .select(accountName('app_version.withdrawn_by').as('withdrawnBy'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  assertApp(ctx, row.app)
  return { ...row, ...more }
}

/** Registered with the exports. */
export const appVersionExport: ExportDefinition = {
  columns: [
    { field: 'app', text: (row, locale) => enumLabel(locale, 'appKind', row['app']) },
    { field: 'platform', text: (row, locale) => enumLabel(locale, 'appPlatform', row['platform']) },
    { field: 'versionNumber' },
    { field: 'versionCode' },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'appVersionState', row['state']) },
    { field: 'upgradeMethod', text: (row, locale) => enumLabel(locale, 'upgradeMethod', row['upgradeMethod']) },
    { field: 'appTarget', text: (row, locale) => enumLabel(locale, 'appTarget', row['appTarget']) },
    {
      field: 'companyIds',
      width: 30,
      text: ({ companies }) => (companies as { name: string }[]).map(({ name }) => name).join(', '),
    },
    { field: 'rolloutPercent' },
    { field: 'minSupported' },
    { field: 'activeInstalls' },
    { field: 'packageName', width: 30 },
    { field: 'size' },
    { field: 'sha256', width: 66 },
    { field: 'storeUrl', width: 40 },
    { field: 'publishedAt' },
    { field: 'publishedBy' },
    { field: 'reason', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageVersions(ctx, input as PageInput),
}

export const exportVersions = async (ctx: Ctx, input: InputOf<Calls['export']>): Promise<{ exportId: number }> => {
  assertApp(ctx, input.app)
  return startExport(ctx, 'appVersion', input)
}
