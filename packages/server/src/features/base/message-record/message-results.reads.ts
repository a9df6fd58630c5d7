import type { endpoints, EnumValue, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedPhone, nameShown } from '../../../platform/mask.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { namesReceiver } from './names-receiver.ts'

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
