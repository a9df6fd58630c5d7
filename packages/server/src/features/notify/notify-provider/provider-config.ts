import { providerKinds, type ProviderSecrets, type ProviderSettings } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { ProviderConfig } from '../../../platform/channels/adapter.ts'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import type { NotifyProviderTable } from '../../../tables/channels.tables.ts'

export type StoredProvider = Selectable<NotifyProviderTable>

/** All secrets of a provider, including the private key for Web Push, which nobody enters. */
export type SealedSecrets = ProviderSecrets & { readonly privateKey?: string }

// A provider's token never changes, so the sealed secrets can be bound to it.
const boundTo = (token: string): string => `notify_provider:${token}`

export const sealSecrets = (dataDir: string, token: string, secrets: SealedSecrets): Buffer | null =>
  Object.keys(secrets).length === 0 ? null : sealSecret(dataDir, JSON.stringify(secrets), boundTo(token))

/** Opens the secrets. Use them only to talk to the provider. */
export const openSecrets = (dataDir: string, { token, secrets }: Pick<StoredProvider, 'token' | 'secrets'>): SealedSecrets =>
  secrets === null ? {} : (JSON.parse(openSecret(dataDir, secrets, boundTo(token))) as SealedSecrets)

/** A provider's settings with its secrets opened, for its adapter. */
export const configOf = (
  dataDir: string,
  row: Pick<StoredProvider, 'token' | 'secrets' | 'settings' | 'public_key' | 'timeout_s'>,
  listeners: Pick<ProviderConfig, 'onReceipt' | 'onGone'>,
): ProviderConfig => {
  const { privateKey, ...secrets } = openSecrets(dataDir, row)
  const keys = row.public_key !== null && privateKey !== undefined ? { keys: { publicKey: row.public_key, privateKey } } : {}
  return { settings: row.settings, secrets, ...keys, timeoutMs: row.timeout_s * 1_000, ...listeners }
}

/** The address for a provider's receipts. Empty if none come over HTTP, or our public address is not set. */
export const receiptUrlOf = ({
  kind,
  token,
  settings,
}: {
  readonly kind: StoredProvider['kind']
  readonly token: string
  readonly settings: ProviderSettings
}): string => {
  const { receipts } = providerKinds[kind]
  if ((receipts !== 'signed' && receipts !== 'token') || settings.publicUrl === undefined) return ''
  return `${settings.publicUrl.replace(/\/+$/, '')}/api/callback/${kind}/${token}`
}
