import { allEndpoints, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { privateTypes } from '../../../platform/mask.ts'
import type { Tables } from '../../../tables/index.ts'

type Entries = typeof endpoints.systemLog
type PageInput = InputOf<Entries['api']>
type Row = OutputOf<Entries['api']>['list'][number]

const paths = allEndpoints.map(({ entry }) => entry.path)
const isTraceId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** With more matching accounts than this, the list itself is scanned (as in alarm.filter.ts). */
const idLimit = 1_000

/** The calls whose path contains a text. They are few and known, so the log can be searched by whole values, for which it has an index. */
const actionsWith = (text: string) => {
  const wanted = text.toLowerCase()
  return sql<boolean>`api_log.action = any(${paths.filter((path) => path.toLowerCase().includes(wanted))}::text[])`
}

type Calls = SelectQueryBuilder<Tables, 'api_log', object>

/** A keyword is a trace id, or part of a call's path or of the caller's name. */
const withKeyword = async (ctx: Ctx, rows: Calls, keyword: string): Promise<Calls> => {
  if (isTraceId.test(keyword)) return rows.where('api_log.trace_id', '=', keyword.toLowerCase())
  const accounts = ctx.db
    .selectFrom('account')
    .select('account.id')
    .where((e) =>
      e.or([
        hasKeyword(['account.account'], keyword),
        // Names of private persons are masked everywhere, so they must not be found letter by letter.
        e.and([hasKeyword(['account.name'], keyword), e('account.type', 'not in', privateTypes)]),
      ]),
    )
  const found = await accounts.limit(idLimit + 1).execute()
  const byAccount =
    found.length > idLimit
      ? sql<boolean>`api_log.account_id in ${accounts}`
      : sql<boolean>`api_log.account_id = any(${found.map((row) => row.id)}::bigint[])`
  return rows.where((e) => e.or([actionsWith(keyword), byAccount]))
}

const filtered = async (ctx: Ctx, input: PageInput): Promise<Calls> => {
  let rows: Calls = ctx.db.selectFrom('api_log')
  if (input.companyId !== undefined) rows = rows.where('api_log.company_id', '=', input.companyId)
  if (input.accountId !== undefined) rows = rows.where('api_log.account_id', '=', input.accountId)
  if (input.action) rows = rows.where(actionsWith(input.action))
  if (input.status !== undefined) rows = rows.where('api_log.status', '=', input.status)
  // Everything not answered with 200 failed. Saying so lets the query use the index of failures.
  const failed = input.failed ?? (input.status !== undefined && input.status !== 200 ? true : undefined)
  if (failed !== undefined) rows = rows.where('api_log.code', failed ? '<>' : '=', 200)
  if (input.traceId) rows = rows.where('api_log.trace_id', '=', input.traceId.toLowerCase())
  if (input.startTime) rows = rows.where('api_log.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('api_log.at', '<=', input.endTime)
  return input.keyword ? withKeyword(ctx, rows, input.keyword) : rows
}

const read = (ctx: Ctx, picked: RawBuilder<boolean>): Promise<Row[]> =>
  ctx.db
    .selectFrom('api_log')
    .select([
      'id',
      'at',
      'company_name as companyName',
      'account',
      'action',
      'method',
      'url',
      'params',
      'status',
      'code',
      'ms',
      'ip',
    ])
    .select('trace_id as traceId')
    .where(picked)
    .execute()

export const pageApiLog = async (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['api']>> =>
  listPage<Row>(ctx.db, input, {
    rows: await filtered(ctx, input),
    key: 'api_log.id',
    sorts: { at: 'api_log.at' },
    defaultSort: { by: 'at', order: 'desc' },
    partition: 'api_log.at',
    read: (_ids, picked) => read(ctx, picked),
  })

export const apiLogExport: ExportDefinition = {
  columns: [
    { field: 'at' },
    { field: 'companyName', width: 30 },
    { field: 'account' },
    { field: 'action', width: 40 },
    { field: 'method', width: 10 },
    { field: 'status', width: 10 },
    { field: 'code', width: 10 },
    { field: 'ms', width: 10 },
    { field: 'ip' },
    { field: 'params', width: 60 },
    { field: 'traceId', width: 40 },
  ],
  page: (ctx, input) => pageApiLog(ctx, input as PageInput),
}

export const exportApiLog = (ctx: Ctx, input: InputOf<Entries['exportApi']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'apiLog', input)
