import { enums, type endpoints, type InputOf, type OutputOf, type UnknownReportRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { fewByIdOrMany } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Devices = typeof endpoints.unknownDevice
type Codes = typeof endpoints.unknownCode
type PageInput = InputOf<Devices['page']>

const deviceKinds = enums.unknownReportKind.filter((kind) => kind !== 'unknownCode')

/** Up to this many matches are passed as ids. Matches are not spread evenly over the list, which is in order of the latest report. */
const searched = 2_500

const filteredReports = async (ctx: Ctx, kinds: readonly UnknownReportRow['kind'][], input: PageInput) => {
  const ofKinds = ctx.db.selectFrom('unknown_report').where(sql<boolean>`unknown_report.kind = any(${kinds}::text[])`)
  const narrow = (by: PageInput) => {
    const rows = filtered(ofKinds, 'unknown_report', by, {
      equal: ['kind', 'mayBeAlarm', 'projectId'],
      containing: ['key', 'gateway_code', 'device_code'],
      between: 'last_at',
    })
    return by.handled === undefined ? rows : rows.where('unknown_report.handled_at', by.handled ? 'is not' : 'is', null)
  }
  const { keyword, ...others } = input
  const rows = narrow(input)
  // Searched once, not separately for the page and its total.
  return keyword ? fewByIdOrMany(narrow(others), 'unknown_report', rows, rows, { limit: searched }) : { rows }
}

/** Codes of devices elsewhere that the caller can see there. */
const visibleElsewhere = async (ctx: Ctx, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  if (codes.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('device')
    .select(sql<string>`lower(code)`.as('code'))
    .where(sql<boolean>`lower(code) = any(${codes}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.code))
}

const read = async (ctx: Ctx, ids: number[]): Promise<UnknownReportRow[]> => {
  const rows = await ctx.db
    .selectFrom('unknown_report')
    .innerJoin('company', 'company.id', 'unknown_report.company_id')
    .leftJoin('project', 'project.id', 'unknown_report.project_id')
    .leftJoin('account as handler', 'handler.id', 'unknown_report.handled_by')
    .select(fields('unknown_report', ['id', 'kind', 'gatewayCode', 'projectId', 'deviceCode', 'mayBeAlarm', 'count', 'firstAt']))
    .select(fields('unknown_report', ['lastAt', 'lastReport', 'handledAt', 'handledWay']))
    .select(['unknown_report.format as sourceFormat', 'unknown_report.code as sourceCode', 'handler.name as handledBy'])
    .select(['project.name as projectName', 'company.id as companyId', 'company.name as companyName'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .where('unknown_report.id', 'in', ids)
    .execute()
  // One of stock is unknown to the gateway as well.
  const codeOf = ({ kind, deviceCode, handledAt }: (typeof rows)[number]) =>
    handledAt === null && ['foreignDevice', 'unknownDevice'].includes(kind) ? (deviceCode?.toLowerCase() ?? '') : ''
  const visible = await visibleElsewhere(ctx, rows.map(codeOf).filter(Boolean))
  return rows.map((row) => ({ ...row, movable: visible.has(codeOf(row)) }))
}

/** Names for devices registered together: model and code, cut to the longest allowed name. */
export const namesFor = async (ctx: Ctx, ids: readonly number[], modelId: number): Promise<ReadonlyMap<number, string>> => {
  const model = await ctx.db.selectFrom('device_model').select('name').where('id', '=', modelId).executeTakeFirst()
  const rows = await ctx.db.selectFrom('unknown_report').select(['id', 'device_code']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, device_code }) => [id, [model?.name, device_code].filter(Boolean).join(' ').slice(0, 80)]))
}

const page = async (ctx: Ctx, kinds: readonly UnknownReportRow['kind'][], input: PageInput) =>
  listPage<UnknownReportRow>(ctx.db, input, {
    ...(await filteredReports(ctx, kinds, input)),
    key: 'unknown_report.id',
    sorts: { lastAt: 'unknown_report.last_at', firstAt: 'unknown_report.first_at' },
    defaultSort: { by: 'lastAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

export const pageUnknownDevices = (ctx: Ctx, input: PageInput): Promise<OutputOf<Devices['page']>> =>
  page(ctx, deviceKinds, input)
export const pageUnknownCodes = (ctx: Ctx, input: InputOf<Codes['page']>): Promise<OutputOf<Codes['page']>> =>
  page(ctx, ['unknownCode'], input)

const exportOf = (
  list: (ctx: Ctx, input: PageInput) => Promise<{ list: { id: number }[]; total: number }>,
): ExportDefinition => ({
  columns: [
    { field: 'kind', text: (row, locale) => enumLabel(locale, 'unknownReportKind', row['kind']) },
    { field: 'gatewayCode' },
    { field: 'deviceCode' },
    { field: 'sourceFormat', width: 10 },
    { field: 'sourceCode' },
    { field: 'mayBeAlarm', width: 10 },
    { field: 'projectName', width: 30 },
    { field: 'companyName' },
    { field: 'count', width: 10 },
    { field: 'firstAt' },
    { field: 'lastAt' },
    { field: 'lastReport', width: 50 },
    { field: 'handledWay', text: (row, locale) => enumLabel(locale, 'unknownHandledWay', row['handledWay']) },
    { field: 'handledAt' },
    { field: 'handledBy' },
  ],
  page: (ctx, input) => list(ctx, input as PageInput),
})

/** Registered with the exports. */
export const unknownDeviceExport = exportOf(pageUnknownDevices)
export const unknownCodeExport = exportOf(pageUnknownCodes)

export const exportUnknownDevices = (ctx: Ctx, input: InputOf<Devices['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'unknownDevice', input)
export const exportUnknownCodes = (ctx: Ctx, input: InputOf<Codes['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'unknownCode', input)
