import type { EnumValue } from '@emberwatch/contract'

/** A way to reach people outside. In-site messages need no provider. */
export type Channel = Exclude<EnumValue<'notifyMethod'>, 'inSite'>

/** One message or call to one person. */
export interface Outgoing {
  /** The same for each attempt: a provider that supports idempotency keys sends only once. */
  readonly key: string
  readonly channel: Channel
  readonly phone: string
  readonly email: string | null
  /** For push: the subscriptions of the account's phones, as stored by the browser. */
  readonly subscriptions: readonly {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
    /** Our key that it was made with: no other is accepted. Null: unknown. */
    readonly publicKey: string | null
  }[]
  readonly language: 'zh' | 'en'
  readonly title: string
  readonly content: string
  /** For providers with approved templates: the template's id there, and its variables. */
  readonly templateCode: string | null
  readonly params: Readonly<Record<string, string | number>>
  /** The address for this provider's receipts about this message. */
  readonly receiptUrl: string
  /** Names what it is about, such as an alarm: mails with the same one form a thread. */
  readonly thread: string | null
  /** For a call: pressing 1 takes the alarm over. */
  readonly mayTake: boolean
}

/**
 * The result of an attempt. `rejected`: this message will never be accepted (a wrong number, an unknown template). `failed`: the provider
 * does not work now (network, time limit, wrong credentials, 5xx), so another one is tried.
 */
export type Sent =
  | {
      readonly result: 'accepted'
      readonly ref: string | null
      readonly segments?: number
    }
  | {
      readonly result: 'rejected'
      readonly reason: string
      /** Nobody was asked, for example because the person has no address. It says nothing about the provider. */
      readonly unasked?: true
    }
  | {
      readonly result: 'failed'
      readonly reason: string
      /** What failed was chosen by the receiver, such as their browser's push service. It says nothing about the provider. */
      readonly ofReceiver?: true
    }

/** A provider's later report about a message. `taken`: the person pressed 1. */
export interface Receipt {
  readonly ref: string
  /** Other ways in which the provider may have written the message's id when it accepted it. They count only if no message has the first one. */
  readonly otherRefs?: readonly string[]
  /** The numbers that the receipt names, one of which is the receiver's. */
  readonly phones?: readonly string[]
  readonly state: 'delivered' | 'read' | 'answered' | 'busy' | 'noAnswer' | 'refused' | 'failed'
  readonly reason?: string
  readonly taken?: boolean
}

/** A provider with its settings, ready to send. */
export interface Provider {
  /** @param signal aborts the attempt after the provider's time limit */
  send(message: Outgoing, signal: AbortSignal): Promise<Sent>
  /** The balance of the account, if the provider offers it. */
  balance?(signal: AbortSignal): Promise<{ readonly amount: number; readonly currency: string } | null>
  /** Keeps the connection on which receipts arrive open, also while nothing is sent. Called again and again. */
  receive?(): void
  close?(): Promise<void>
}
