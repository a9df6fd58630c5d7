import {
  DomainError,
  feedbackCode,
  parseFeedbackCode,
  type endpoints,
  type FeedbackRow,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { shownName } from '../../people/customer/customer.masks.ts'

type Calls = typeof endpoints.userFeedback

const readFeedback = async (ctx: Ctx, ids: number[]): Promise<FeedbackRow[]> => {
  const rows = await ctx.db
    .selectFrom('user_feedback')
    .innerJoin('project', 'project.id', 'user_feedback.project_id')
    .innerJoin('company', 'company.id', 'user_feedback.company_id')
    .leftJoin('customer', 'customer.id', 'user_feedback.customer_id')
    .leftJoin('device', 'device.id', 'user_feedback.device_id')
    .leftJoin('work_order', 'work_order.id', 'user_feedback.order_id')
    .leftJoin('account as handler', 'handler.id', 'user_feedback.handled_by')
    .select(fields('user_feedback', ['id', 'state', 'content', 'projectId', 'deviceId', 'photos', 'firstReplyAt', 'handledAt']))
    .select(['user_feedback.order_id as orderId', 'work_order.code as orderCode', 'handler.name as handledBy'])
    .select([
      'project.name as projectName',
      'project.time_zone as timeZone',
      'company.id as companyId',
      'company.name as companyName',
    ])
    .select(['customer.name as customerName', 'customer.type as customerType'])
    .select('device.code as deviceCode')
    // Null for a device that has left: its present name is not for those who wrote about it earlier.
    .select(sql<string | null>`case when device.project_id = user_feedback.project_id then device.name end`.as('deviceName'))
    .select(tracked('user_feedback'))
    .where('user_feedback.id', 'in', ids)
    .execute()
  return rows.map(({ customerType, ...row }) => ({
    ...row,
    code: feedbackCode(row.id, row.createdAt, row.timeZone),
    customerName: shownName(customerType, row.customerName ?? ''),
  }))
}

/** Feedback in scope, newest first. A keyword is a number, or part of what was written. */
export const pageFeedback = (ctx: Ctx, input: InputOf<Calls['page']>): Promise<OutputOf<Calls['page']>> => {
  const { keyword = '', ...others } = input
  const id = parseFeedbackCode(keyword)
  const filter: typeof input & { readonly id?: number } = id === undefined ? input : { ...others, id }
  return listPage<FeedbackRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('user_feedback'), 'user_feedback', filter, {
      equal: ['state', 'projectId', 'customerId', 'id'],
      containing: ['content'],
      between: 'created_at',
    }),
    key: 'user_feedback.id',
    sorts: { createdAt: 'user_feedback.created_at', handledAt: 'user_feedback.handled_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readFeedback(ctx, ids),
  })
}

export const feedbackInfo = async (
  ctx: Ctx,
  { id }: InputOf<Calls['feedbackInfo']>,
): Promise<OutputOf<Calls['feedbackInfo']>> => {
  const [[row], facts, replies] = await Promise.all([
    readFeedback(ctx, [id]),
    ctx.db.selectFrom('user_feedback').select('handled_note as handledNote').where('id', '=', id).executeTakeFirst(),
    ctx.db
      .selectFrom('user_feedback_reply as reply')
      .innerJoin('user_feedback', 'user_feedback.id', 'reply.feedback_id')
      .leftJoin('account', 'account.id', 'reply.account_id')
      .select(['reply.id', 'reply.content', 'reply.at', 'account.name as by'])
      .where('reply.feedback_id', '=', id)
      .orderBy('reply.id')
      .execute(),
  ])
  if (!row || !facts) throw new DomainError('notFound', {}, 'id')
  return { ...row, ...facts, replies }
}

/** Registered with the exports. */
export const feedbackExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'feedbackState', row['state']) },
    { field: 'projectName', width: 30 },
    { field: 'customerName' },
    { field: 'companyName' },
    { field: 'deviceCode' },
    { field: 'content', width: 60 },
    { field: 'createdBy' },
    { field: 'createdAt' },
    { field: 'firstReplyAt' },
    { field: 'handledAt' },
    { field: 'handledBy' },
    { field: 'orderCode' },
  ],
  page: pageFeedback,
}

export const exportFeedback = (ctx: Ctx, input: InputOf<Calls['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'userFeedback', input)
