import type { endpoints, InputOf, OutputOf, ReportParamRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Params = typeof endpoints.reportParam
type PageInput = InputOf<Params['page']>

const read = (ctx: Ctx, ids: number[]): Promise<ReportParamRow[]> =>
  ctx.db
    .selectFrom('report_param')
    .leftJoin('alarm_type', 'alarm_type.id', 'report_param.alarm_type_id')
    .leftJoin('fault_type', 'fault_type.id', 'report_param.fault_type_id')
    .select(fields('report_param', ['id', 'format', 'code', 'type', 'alarmTypeId', 'faultTypeId', 'restoresCode']))
    .select(
      fields('report_param', [
        'reasonZh',
        'reasonEn',
        'notify',
        'mergeWindowS',
        'smsZh',
        'smsEn',
        'voiceZh',
        'voiceEn',
        'enabled',
      ]),
    )
    .select((e) => [
      e.fn.coalesce('alarm_type.name_zh', 'fault_type.name_zh').as('typeNameZh'),
      e.fn.coalesce('alarm_type.name_en', 'fault_type.name_en').as('typeNameEn'),
    ])
    .select(tracked('report_param'))
    .where('report_param.id', 'in', ids)
    .execute()

export const pageReportParams = (ctx: Ctx, input: PageInput): Promise<OutputOf<Params['page']>> => {
  const rows = filtered(ctx.db.selectFrom('report_param'), 'report_param', input, {
    equal: ['type', 'alarmTypeId', 'faultTypeId', 'enabled'],
    containing: ['code', 'reason_zh', 'reason_en'],
    between: 'created_at',
  })
  const { sourceFormat } = input
  return listPage<ReportParamRow>(ctx.db, input, {
    rows: sourceFormat === undefined ? rows : rows.where(sql<boolean>`report_param.format = ${sourceFormat}`),
    key: 'report_param.id',
    sorts: { code: 'report_param.code', createdAt: 'report_param.created_at', updatedAt: 'report_param.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** Registered with the exports. */
export const reportParamExport: ExportDefinition = {
  columns: [
    { field: 'format', label: 'sourceFormat', width: 12 },
    { field: 'code' },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'reportType', row['type']) },
    { field: 'kind', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn'] ?? '') },
    { field: 'restoresCode' },
    { field: 'reasonZh', width: 30 },
    { field: 'reasonEn', width: 30 },
    { field: 'notify', width: 10 },
    { field: 'mergeWindowS', width: 10 },
    { field: 'smsZh', width: 30 },
    { field: 'smsEn', width: 30 },
    { field: 'voiceZh', width: 30 },
    { field: 'voiceEn', width: 30 },
    { field: 'enabled', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageReportParams(ctx, input as PageInput),
}

export const exportReportParams = (ctx: Ctx, input: InputOf<Params['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'reportParam', input)
