import type { ProviderSecrets, ProviderSettings } from '@emberwatch/contract'
import type { Provider, Receipt } from './provider.ts'

/** The settings of one provider, with its secrets opened. */
export interface ProviderConfig {
  readonly settings: ProviderSettings
  readonly secrets: ProviderSecrets
  /** For Web Push: our own keys. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string }
  readonly timeoutMs: number
  /** Stores a receipt that comes over the provider's own connection. It is acknowledged afterwards; if this fails, the provider sends it again. */
  readonly onReceipt: (receipt: Receipt) => Promise<void>
  /** A push subscription has ended: its browser is gone, or has taken its permission back. */
  readonly onGone: (endpoint: string) => void
}

/** A request to the address of a provider's receipts. */
export interface Callback {
  readonly method: string
  /** The address as the provider called it, with our public address in front. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  /** The fields of a form, or JSON. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What a provider expects as an answer to its receipts. */
export interface CallbackReply {
  readonly type: string
  readonly body: string
}

/** One kind of provider: how messages are handed over to it, and how its receipts are read. */
export interface Adapter {
  open(config: ProviderConfig): Provider
  /** @returns null if its signature is wrong */
  receipts?(callback: Callback, config: Pick<ProviderConfig, 'settings' | 'secrets'>): readonly Receipt[] | null
  /** A word in receipts of which nobody knows what it says about a message; null if there is none. */
  unknownWord?(callback: Callback, config: Pick<ProviderConfig, 'settings'>): string | null
  /** @param taken whether somebody took the alarm over with it; null: nobody asked to */
  reply?(callback: Callback, taken: boolean | null): CallbackReply
}

/** What a table of a provider's words says of one; of one that only every object knows, such as `constructor`, nothing. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

export const settingOf = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`the setting ${name} is missing`)
  return value
}
