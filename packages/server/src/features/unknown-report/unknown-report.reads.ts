import { enums, type endpoints, type InputOf, type OutputOf, type UnknownReportRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../platform/exports.ts'
import { enumLabel } from '../../platform/i18n.ts'
import { containing, listPage } from '../../platform/list.ts'

type Devices = typeof endpoints.unknownDevice
type Codes = typeof endpoints.unknownCode
type PageInput = InputOf<Devices['page']>

const deviceKinds = enums.unknownReportKind.filter((kind) => kind !== 'unknownCode')

const filtered = (ctx: Ctx, kinds: readonly UnknownReportRow['kind'][], input: PageInput) => {
  let rows = ctx.db.selectFrom('unknown_report').where('unknown_report.kind', 'in', kinds)
  if (input.kind) rows = rows.where('unknown_report.kind', '=', input.kind)
  if (input.handled !== undefined) rows = rows.where('unknown_report.handled_at', input.handled ? 'is not' : 'is', null)
  if (input.mayBeAlarm !== undefined) rows = rows.where('unknown_report.may_be_alarm', '=', input.mayBeAlarm)
  if (input.projectId !== undefined) rows = rows.where('unknown_report.project_id', '=', input.projectId)
  if (input.startTime) rows = rows.where('unknown_report.last_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('unknown_report.last_at', '<=', input.endTime)
  if (!input.keyword) return rows
  const wanted = containing(input.keyword)
  return rows.where((e) =>
    e.or([
      e('unknown_report.key', 'ilike', wanted),
      e('unknown_report.gateway_code', 'ilike', wanted),
      e('unknown_report.device_code', 'ilike', wanted),
    ]),
  )
}

/** Codes of devices that stand elsewhere and that the caller sees there. */
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
    .selectFrom('unknown_report as unknown')
    .innerJoin('company', 'company.id', 'unknown.company_id')
    .leftJoin('project', 'project.id', 'unknown.project_id')
    .leftJoin('account as handler', 'handler.id', 'unknown.handled_by')
    .select(['unknown.id', 'unknown.kind', 'unknown.gateway_code as gatewayCode', 'unknown.project_id as projectId'])
    .select(['project.name as projectName', 'company.name as companyName'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .select(['unknown.device_code as deviceCode', 'unknown.format as sourceFormat', 'unknown.code as sourceCode'])
    .select(['unknown.may_be_alarm as mayBeAlarm', 'unknown.count', 'unknown.first_at as firstAt', 'unknown.last_at as lastAt'])
    .select(['unknown.last_report as lastReport', 'unknown.handled_at as handledAt', 'handler.name as handledBy'])
    .select('unknown.handled_way as handledWay')
    .where('unknown.id', 'in', ids)
    .execute()
  const foreign = rows.flatMap(({ kind, deviceCode }) =>
    kind === 'foreignDevice' && deviceCode ? [deviceCode.toLowerCase()] : [],
  )
  const visible = await visibleElsewhere(ctx, foreign)
  return rows.map((row) => ({
    ...row,
    movable: row.kind === 'foreignDevice' && visible.has((row.deviceCode ?? '').toLowerCase()),
  }))
}

const page = (ctx: Ctx, kinds: readonly UnknownReportRow['kind'][], input: PageInput) =>
  listPage<UnknownReportRow>(ctx.db, input, {
    rows: filtered(ctx, kinds, input),
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

/** For the registry of exports. */
export const unknownDeviceExport = exportOf(pageUnknownDevices)
export const unknownCodeExport = exportOf(pageUnknownCodes)

export const exportUnknownDevices = (ctx: Ctx, input: InputOf<Devices['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'unknownDevice', input)
export const exportUnknownCodes = (ctx: Ctx, input: InputOf<Codes['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'unknownCode', input)
