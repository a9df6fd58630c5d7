import type { EnumValue, ProviderSettings } from '@emberwatch/contract'
import type { Defaulted, InstantNow, Json, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A provider that carries messages or calls of one channel, and how it is doing. */
export interface NotifyProviderTable extends Tracked, Owned {
  id: Defaulted<number>
  channel: Exclude<EnumValue<'notifyMethod'>, 'inSite'>
  kind: EnumValue<'providerKind'>
  name: string
  /** The lowest is tried first. */
  priority: number
  /** Channel and priority, by which lists are sorted. */
  rank: Defaulted<string>
  settings: Json<ProviderSettings>
  /** All secrets as one sealed text, and which of them are set. */
  secrets: Optional<Buffer>
  secret_names: Defaulted<string[]>
  /** Made by us, for Web Push: what browsers are told. */
  public_key: Optional<string>
  /** In the address of its receipts. Nobody can guess it. */
  token: string
  rate_per_minute: number
  timeout_s: number
  enabled: boolean
  last_success_at: OptionalInstant
  last_failure_at: OptionalInstant
  last_failure: Optional<string>
  /** Failures since the last success. */
  failures: Defaulted<number>
  /** It has failed too often: not tried before then. */
  down_until: OptionalInstant
  /** The last word of its receipts that nobody knows. */
  unknown_word: Optional<string>
  unknown_word_at: OptionalInstant
  balance: Optional<number>
  balance_currency: Optional<string>
  balance_at: OptionalInstant
}

/** A browser that an account wants push messages on. */
export interface PushSubscriptionTable {
  id: Defaulted<number>
  account_id: number
  endpoint: string
  p256dh: string
  auth: string
  user_agent: Optional<string>
  created_at: InstantNow
}

export interface ChannelsTables {
  notify_provider: NotifyProviderTable
  push_subscription: PushSubscriptionTable
}

export const channelsFacts = {
  notify_provider: { owner: 'notify-provider', scope: { path: 'path', creator: 'created_by' } },
  push_subscription: { owner: 'push', scope: { account: 'account_id' } },
} as const satisfies FactsOf<ChannelsTables>
