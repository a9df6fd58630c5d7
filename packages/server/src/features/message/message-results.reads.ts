import type { endpoints, EnumValue, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { maskedPhone } from '../../platform/mask.ts'
import { namesReceiver } from './names-receiver.ts'

type Results = typeof endpoints.message.smsResult

/** An alarm is told to a call list on a few channels, each tried a few times. */
const resultLimit = 500

/** What was sent to people outside about an alarm over one channel, newest first. */
const resultsOf =
  (channel: EnumValue<'notifyMethod'> & ('sms' | 'voice')) =>
  async (ctx: Ctx, { id }: InputOf<Results>): Promise<OutputOf<Results>> => {
    const rows = await ctx.db
      .selectFrom('message_record')
      .select([
        'id',
        'created_at as at',
        'receiver',
        'phone',
        'content',
        'state',
        'state_at as stateAt',
        'attempts',
        'failure_kind as failureKind',
      ])
      .select(namesReceiver(ctx).as('named'))
      .where('alarm_id', '=', id)
      .where('channel', '=', channel)
      .orderBy('id', 'desc')
      .limit(resultLimit)
      .execute()
    return rows.map(({ named, ...row }) => ({
      ...row,
      receiver: named ? row.receiver : '',
      phone: named ? (maskedPhone(row.phone) ?? '') : '',
    }))
  }

export const smsResults = resultsOf('sms')
export const callResults = resultsOf('voice')
