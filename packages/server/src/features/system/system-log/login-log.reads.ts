import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { RawBuilder } from 'kysely'
import { isIP } from 'node:net'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { nameShown } from '../../../platform/mask.ts'

type Entries = typeof endpoints.systemLog
type PageInput = InputOf<Entries['login']>
type Row = OutputOf<Entries['login']>['list'][number]

const filtered = (ctx: Ctx, input: PageInput) => {
  let rows = ctx.db.selectFrom('login_log')
  if (input.account) rows = rows.where('login_log.account', 'ilike', containing(input.account))
  if (input.result) rows = rows.where('login_log.result', '=', input.result)
  if (input.ip) rows = rows.where('login_log.ip', '=', input.ip)
  if (input.startTime) rows = rows.where('login_log.at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('login_log.at', '<=', input.endTime)
  if (!input.keyword) return rows
  // Only one of the two: for an OR across two indexes the planner scans the whole log.
  return isIP(input.keyword)
    ? rows.where('login_log.ip', '=', input.keyword)
    : rows.where('login_log.account', 'ilike', containing(input.keyword))
}

const read = async (ctx: Ctx, picked: RawBuilder<boolean>): Promise<Row[]> => {
  const rows = await ctx.db
    .selectFrom('login_log')
    .leftJoin('account', 'account.id', 'login_log.account_id')
    .select([
      'login_log.id',
      'login_log.at',
      'login_log.account',
      'login_log.result',
      'login_log.ip',
      'login_log.user_agent as userAgent',
      'account.name',
      'account.type',
    ])
    .where(picked)
    .execute()
  return rows.map(({ type, name, ...row }) => ({ ...row, name: nameShown(type, name) }))
}

export const pageLoginLog = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['login']>> =>
  listPage<Row>(ctx.db, input, {
    rows: filtered(ctx, input),
    key: 'login_log.id',
    sorts: { at: 'login_log.at' },
    defaultSort: { by: 'at', order: 'desc' },
    partition: 'login_log.at',
    read: (_ids, picked) => read(ctx, picked),
  })

export const loginLogExport: ExportDefinition = {
  columns: [
    { field: 'at' },
    { field: 'account' },
    { field: 'name', label: 'personName' },
    { field: 'result' },
    { field: 'ip' },
    { field: 'userAgent', width: 60 },
  ],
  page: (ctx, input) => pageLoginLog(ctx, input as PageInput),
}

export const exportLoginLog = (ctx: Ctx, input: InputOf<Entries['exportLogin']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'loginLog', input)
