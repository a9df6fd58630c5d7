import type { endpoints, InputOf, OutputOf, TraceLogRow } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { fewByIdOrMany, seenIn, withoutCommonBeginning } from '../../../platform/keyword.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { nameShown } from '../../../platform/mask.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Log = typeof endpoints.traceLog
type PageInput = InputOf<Log['page']>

const read = async (ctx: Ctx, ids: number[]): Promise<TraceLogRow[]> => {
  const rows = await ctx.db
    .selectFrom('device_trace')
    .innerJoin('company', 'company.id', 'device_trace.company_id')
    .leftJoin('project', 'project.id', 'device_trace.project_id')
    .leftJoin('work_order as order', 'order.id', 'device_trace.order_id')
    .leftJoin('account as person', 'person.id', 'device_trace.actor_id')
    .select(fields('device_trace', ['id', 'at', 'step', 'code', 'deviceId', 'gatewayId', 'fromPlace', 'toPlace', 'orderId']))
    .select(fields('device_trace', ['note', 'failure', 'source']))
    .select(['order.code as orderCode', 'person.name as operator', 'person.type as operatorType'])
    .select(['company.id as companyId', 'company.name as companyName', 'project.name as projectName'])
    .where('device_trace.id', 'in', ids)
    .execute()
  return rows.map(({ operatorType, ...row }) => ({
    ...row,
    operator: nameShown(operatorType, row.operator),
  }))
}

const found = async (ctx: Ctx, input: PageInput) => {
  const rows = filtered(ctx.db.selectFrom('device_trace'), 'device_trace', input, {
    equal: ['step', 'source', 'projectId', 'companyId'],
    between: 'at',
  })
  if (!input.keyword) return { rows }
  // Searched once, not separately for the page and its total: the characters of one code occur in many.
  const narrowed = containing(await withoutCommonBeginning(ctx.systemDb, input.keyword))
  const picked = rows.where('device_trace.code', 'ilike', narrowed).where(seenIn('device_trace.code', input.keyword))
  return fewByIdOrMany(rows, 'device_trace', picked, picked)
}

/** Every step in the caller's scope, newest first. */
export const pageTraceLog = async (ctx: Ctx, input: PageInput): Promise<OutputOf<Log['page']>> =>
  listPage<TraceLogRow>(ctx.db, input, {
    ...(await found(ctx, input)),
    key: 'device_trace.id',
    sorts: { at: 'device_trace.at' },
    defaultSort: { by: 'at', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

/** Registered with the exports. */
export const traceLogExport: ExportDefinition = {
  columns: [
    { field: 'at' },
    { field: 'operator' },
    { field: 'step', text: (row, locale) => enumLabel(locale, 'traceStep', row['step']) },
    { field: 'code' },
    { field: 'fromPlace', width: 30 },
    { field: 'toPlace', width: 30 },
    { field: 'orderCode' },
    { field: 'source', text: (row, locale) => enumLabel(locale, 'traceSource', row['source']) },
    { field: 'failure', text: (row, locale) => enumLabel(locale, 'upgradeFailure', row['failure']) },
    { field: 'note', width: 30 },
    { field: 'projectName', width: 30 },
    { field: 'companyName' },
  ],
  page: (ctx, input) => pageTraceLog(ctx, input as PageInput),
}

export const exportTraceLog = (ctx: Ctx, input: InputOf<Log['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'traceLog', input)
