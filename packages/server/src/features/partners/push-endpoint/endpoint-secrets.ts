import type { Selectable } from 'kysely'
import { openSecret, sealSecret } from '../../../platform/secret-box.ts'
import type { PushEndpointTable } from '../../../tables/pushes.tables.ts'

export type StoredEndpoint = Selectable<PushEndpointTable>

// The code of an endpoint never changes and is never given to another.
const boundTo = (code: string): string => `push_endpoint:${code}`

export const sealPushSecret = (dataDir: string, code: string, secret: string): Buffer =>
  sealSecret(dataDir, secret, boundTo(code))

/** The secrets of an endpoint: the present one first, then the former while it is valid. Use them only to push. */
export const openPushSecrets = (
  dataDir: string,
  endpoint: Pick<StoredEndpoint, 'code' | 'secret' | 'old_secret' | 'old_secret_until'>,
  now: Date,
): string[] => {
  const { code, secret, old_secret: old, old_secret_until: until } = endpoint
  const isValid = old !== null && until !== null && Date.parse(until) > now.getTime()
  return [secret, isValid ? old : null].flatMap((box) => (box === null ? [] : [openSecret(dataDir, box, boundTo(code))]))
}
