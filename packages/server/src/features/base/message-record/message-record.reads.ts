import type { endpoints, InputOf, MessageRecordRow, OutputOf, EnumValue } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { maskedEmail, maskedPhone, nameShown, privateTypes } from '../../../platform/mask.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { namesReceiver } from './names-receiver.ts'

type Records = typeof endpoints.messageRecord
type PageInput = InputOf<Records['page']>

const read = async (ctx: Ctx, picked: RawBuilder<boolean>): Promise<MessageRecordRow[]> => {
  const rows = await ctx.db
    .selectFrom('message_record')
    .innerJoin('company', 'company.id', 'message_record.company_id')
    .leftJoin('project', 'project.id', 'message_record.project_id')
    .leftJoin('alarm', 'alarm.id', 'message_record.alarm_id')
    .leftJoin('message_task', 'message_task.id', 'message_record.task_id')
    .leftJoin('account', 'account.id', 'message_record.account_id')
    .select(fields('message_record', ['id', 'createdAt', 'channel', 'receiver', 'phone', 'email', 'title', 'content', 'event']))
    .select(fields('message_record', ['fire', 'projectId', 'alarmId', 'faultId', 'taskId', 'providerRef', 'state', 'stateAt']))
    .select(
      fields('message_record', ['attempts', 'failure', 'segments', 'cost', 'currency', 'sentAt', 'deliveredAt', 'answeredAt']),
    )
    .select(fields('message_record', ['failureKind', 'copyOf']))
    .select(
      sql<number | null>`(select copy.id from message_record copy where copy.copy_of = message_record.id limit 1)`.as('copyId'),
    )
    .select(['message_record.cause as sentFor', 'message_record.provider_name as provider', 'account.type as accountType'])
    .select(['project.name as projectName', 'alarm.state as alarmState', 'message_task.title as taskTitle'])
    .select('company.name as companyName')
    .select(namesReceiver(ctx).as('named'))
    .where(picked)
    .execute()
  const readsAnswers = ctx.actor.accountType === 'siter' || ctx.scope.kind === 'system'
  return rows.map(({ accountType, alarmState, named, ...row }) => ({
    ...row,
    receiver: named ? nameShown(accountType, row.receiver) : '',
    phone: named ? (maskedPhone(row.phone) ?? '') : '',
    email: named ? maskedEmail(row.email) : null,
    failure: readsAnswers ? row.failure : null,
    alarmClosed: alarmState === 'cleared' || alarmState === 'misreport',
  }))
}

/** Does not search numbers and addresses, nor names that the caller does not see or sees masked: a search must not reveal the hidden part. */
const hasWord = (ctx: Ctx, keyword: string): RawBuilder<boolean> => {
  const pattern = containing(keyword)
  return sql<boolean>`(message_record.title ilike ${pattern} or message_record.content ilike ${pattern}
    or message_record.receiver ilike ${pattern} and ${namesReceiver(ctx)}
      and not exists (select from account where account.id = message_record.account_id and account.type = any(${[...privateTypes]}::text[])))`
}

/** Messages to people outside, sent or queued, newest first. */
export const pageRecords = (ctx: Ctx, input: PageInput): Promise<OutputOf<Records['page']>> => {
  let rows = filtered(ctx.db.selectFrom('message_record'), 'message_record', input, {
    equal: ['channel', 'state', 'failureKind', 'event', 'fire', 'projectId', 'alarmId', 'faultId', 'taskId', 'providerRef'],
    between: 'created_at',
  })
  const { keyword, sentFor, provider, retried, charged } = input
  if (keyword) rows = rows.where(hasWord(ctx, keyword))
  if (sentFor) rows = rows.where('message_record.cause', '=', sentFor)
  if (provider) rows = rows.where('message_record.provider_name', '=', provider)
  if (retried !== undefined) rows = rows.where('message_record.attempts', retried ? '>' : '<=', 1)
  if (charged !== undefined) rows = rows.where(sql<boolean>`(coalesce(message_record.cost, 0) > 0) = ${charged}`)
  return listPage<MessageRecordRow>(ctx.db, input, {
    rows,
    key: 'message_record.id',
    sorts: { createdAt: 'message_record.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    partition: 'message_record.created_at',
    read: (_ids, picked) => read(ctx, picked),
  })
}

export const recordDetail = async (ctx: Ctx, { id }: InputOf<Records['detail']>): Promise<OutputOf<Records['detail']>> => {
  const [row] = await read(ctx, sql<boolean>`message_record.id = ${id}`)
  if (!row) throw new Error(`message record ${id} no longer exists`)
  return row
}

/** Registered with the exports. */
export const recordExport: ExportDefinition = {
  columns: [
    { field: 'createdAt', width: 20 },
    { field: 'channel', width: 12, text: (row, locale) => enumLabel(locale, 'notifyMethod', row['channel']) },
    { field: 'receiver', width: 16 },
    { field: 'phone', width: 16 },
    { field: 'email', width: 24 },
    { field: 'title', width: 30 },
    { field: 'content', width: 50 },
    { field: 'sentFor', width: 14, text: (row, locale) => enumLabel(locale, 'recordCause', row['sentFor']) },
    { field: 'event', width: 14, text: (row, locale) => enumLabel(locale, 'notifyEvent', row['event']) },
    { field: 'projectName', label: 'projectId', width: 24 },
    { field: 'alarmId' },
    { field: 'faultId' },
    { field: 'taskTitle', label: 'taskId', width: 24 },
    { field: 'provider', width: 18 },
    { field: 'providerRef', width: 24 },
    { field: 'state', width: 12, text: (row, locale) => enumLabel(locale, 'recordState', row['state']) },
    { field: 'attempts' },
    {
      field: 'failureKind',
      width: 24,
      text: (row, locale) => (row['failureKind'] ? enumLabel(locale, 'sendFailure', row['failureKind']) : ''),
    },
    { field: 'failure', width: 30 },
    { field: 'segments' },
    { field: 'cost' },
    { field: 'currency' },
    { field: 'companyName', width: 24 },
  ],
  page: (ctx, input) => pageRecords(ctx, input as PageInput),
}

export const exportRecords = (ctx: Ctx, input: InputOf<Records['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'messageRecord', input)

type Results = typeof endpoints.message.smsResult

/** More than enough: a call list is notified over a few channels, each tried a few times. */
const resultLimit = 500

/** Messages to people outside about an alarm over one channel, newest first. */
const resultsOf =
  (channel: Exclude<EnumValue<'notifyMethod'>, 'inSite'>) =>
  async (ctx: Ctx, { id }: InputOf<Results>): Promise<OutputOf<Results>> => {
    const rows = await ctx.db
      .selectFrom('message_record')
      .leftJoin('account', 'account.id', 'message_record.account_id')
      .select(fields('message_record', ['id', 'receiver', 'phone', 'content', 'state', 'stateAt', 'attempts', 'failureKind']))
      .select(['message_record.created_at as at', 'account.type as accountType'])
      .select(namesReceiver(ctx).as('named'))
      .where('message_record.alarm_id', '=', id)
      .where('message_record.channel', '=', channel)
      .orderBy('message_record.id', 'desc')
      .limit(resultLimit)
      .execute()
    return rows.map(({ named, accountType, ...row }) => ({
      ...row,
      receiver: named ? nameShown(accountType, row.receiver) : '',
      phone: named ? (maskedPhone(row.phone) ?? '') : '',
    }))
  }

export const smsResults = resultsOf('sms')
export const callResults = resultsOf('voice')
export const mailResults = resultsOf('mail')
export const pushResults = resultsOf('app')
