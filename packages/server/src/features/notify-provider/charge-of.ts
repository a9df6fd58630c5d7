import { smsLength, withSignature } from '@emberwatch/contract'
import type { Sent } from '../../platform/channels/provider.ts'
import type { ClaimedRecord } from '../message/claim-records.ts'
import type { Charge } from '../message/settle-records.ts'
import type { StoredProvider } from './provider-config.ts'

/** What a provider charges for a message that it has taken: its price for each segment of an SMS, each call or each mail. It may count segments itself. */
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
