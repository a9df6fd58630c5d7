import { smsLength, withSignature } from '@emberwatch/contract'
import type { Sent } from '../../../platform/channels/provider.ts'
import type { ClaimedRecord } from '../../base/message-record/claim-records.ts'
import type { Charge } from '../../base/message-record/settle-records.ts'
import type { StoredProvider } from './provider-config.ts'

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
