import type { Kysely } from 'kysely'
import { smsLength, withSignature, type EnumValue } from '@emberwatch/contract'
import type { Outgoing, Sent } from '../../../platform/channels/provider.ts'
import type { Tables } from '../../../tables/index.ts'
import type { ClaimedRecord } from '../../base/message-record/claim-records.ts'
import { receiptUrlOf, type StoredProvider } from './provider-config.ts'
import type { Charge } from '../../base/message-record/settle-records.ts'
import { noAnswer } from '../../../platform/channels/http-request.ts'

/** The part of a message that does not depend on the provider. */
export type Prepared = Omit<Outgoing, 'receiptUrl'>

const subscriptionsOf = async (db: Kysely<Tables>, accountId: number | null): Promise<Outgoing['subscriptions']> => {
  if (accountId === null) return []
  const rows = await db
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth', 'public_key'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return rows.map(({ endpoint, p256dh, auth, public_key: publicKey }) => ({ endpoint, keys: { p256dh, auth }, publicKey }))
}

/** The provider's id of the approved template that a message was written from. */
const templateCodeOf = async (db: Kysely<Tables>, templateId: number | null): Promise<string | null> => {
  if (templateId === null) return null
  const row = await db
    .selectFrom('message_template')
    .innerJoin('message_template_version as used', (join) =>
      join.onRef('used.template_id', '=', 'message_template.id').onRef('used.number', '=', 'message_template.approved_version'),
    )
    .select('used.provider_code')
    .where('message_template.id', '=', templateId)
    .executeTakeFirst()
  return row?.provider_code || null
}

/** Turns a record into what is handed to a provider. */
export const prepare = async (db: Kysely<Tables>, record: ClaimedRecord): Promise<Prepared> => {
  const { key, channel, phone, email, language, title, content, params } = record
  return {
    key,
    channel,
    phone,
    email,
    subscriptions: channel === 'app' ? await subscriptionsOf(db, record.account_id) : [],
    language,
    title,
    content,
    templateCode: await templateCodeOf(db, record.template_id),
    params,
    thread: record.alarm_id !== null ? `alarm-${record.alarm_id}` : record.fault_id !== null ? `fault-${record.fault_id}` : null,
    // Only calls about an alarm, made by a rule, can be taken over.
    mayTake: channel === 'voice' && record.alarm_id !== null && record.cause === 'rule',
  }
}

/** Tells the receivers of messages apart. */
export const receiverOf = ({ channel, phone, email, account_id: account }: ClaimedRecord): string =>
  channel === 'app' ? String(account) : channel === 'mail' ? (email ?? '').toLowerCase() : phone.replaceAll(/[^\d+]/g, '')

export const outgoingOf = (prepared: Prepared, row: StoredProvider): Outgoing => ({ ...prepared, receiptUrl: receiptUrlOf(row) })

/**
 * What a provider charges for a message that it accepted: its price per SMS segment, call or mail. The provider may report the number of
 * segments.
 */
export const chargeOf = (
  { channel, content, language }: Pick<ClaimedRecord, 'channel' | 'content' | 'language'>,
  { settings: { unitPrice, currency, signName } }: Pick<StoredProvider, 'settings'>,
  sent: Extract<Sent, { result: 'accepted' }>,
): Charge => {
  const counted = channel === 'sms' ? smsLength(withSignature(signName ?? '', content, language)).segments : null
  const segments = sent.segments ?? counted
  if (unitPrice === undefined || currency === undefined) return { segments, cost: null, currency: null }
  // Prices have at most four decimals.
  return { segments, cost: Math.round(unitPrice * (segments ?? 1) * 10_000) / 10_000, currency }
}

/** Why a message was not sent, as one of our own terms: a provider's answer may contain anything, and not everybody may read it. */
export const failureKindOf = ({ result, reason }: Exclude<Sent, { result: 'accepted' }>): EnumValue<'sendFailure'> => {
  if (result === 'rejected') return 'refused'
  if (reason === 'noProvider' || reason === 'providerDown') return reason
  return reason === noAnswer ? 'timeLimit' : 'notWorking'
}
