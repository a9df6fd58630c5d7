import type { ProviderSecrets, ProviderSettings } from '@emberwatch/contract'
import type { Provider, Receipt } from './provider.ts'

/** The settings of one provider, with its secrets opened. */
export interface ProviderConfig {
  readonly settings: ProviderSettings
  readonly secrets: ProviderSecrets
  /** For Web Push: our own keys. */
  readonly keys?: { readonly publicKey: string; readonly privateKey: string }
  readonly timeoutMs: number
  /** Stores a receipt that arrives over the provider's own connection. It is acknowledged afterwards; if this fails, the provider sends it again. */
  readonly onReceipt: (receipt: Receipt) => Promise<void>
  /** A push message to a browser failed for good. `isGone`: its subscription has ended, because it is gone or has withdrawn its permission. */
  readonly onGone: (endpoint: string, reason: string, isGone: boolean) => void
}

/** A request to the receipts' address of a provider. */
export interface Callback {
  readonly method: string
  /** The address that the provider called, with our public host. */
  readonly url: string
  readonly query: Readonly<Record<string, string>>
  /** The fields of a form, or JSON. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The answer that a provider expects to its receipts. */
export interface CallbackReply {
  readonly type: string
  readonly body: string
}

/** One kind of provider: how it is given messages, and how its receipts are read. */
export interface Adapter {
  open(config: ProviderConfig): Provider
  /** @returns null if its signature is wrong */
  receipts?(callback: Callback, config: Pick<ProviderConfig, 'settings' | 'secrets'>): readonly Receipt[] | null
  /** An unknown word for the state of a message in these receipts; null if there is none. */
  unknownWord?(callback: Callback, config: Pick<ProviderConfig, 'settings'>): string | null
  /** @param taken whether somebody took the alarm over with it; null: nobody asked to */
  reply?(callback: Callback, taken: boolean | null): CallbackReply
}

/** The meaning of a word in a provider's table. Undefined for names that every object has, such as `constructor`. */
export const wordIn = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

export const settingOf = <T>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`the setting ${name} is missing`)
  return value
}
