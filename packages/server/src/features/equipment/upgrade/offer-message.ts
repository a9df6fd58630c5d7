import { maxChunkBytes, type UpgradeMessage } from '@emberwatch/device-link'
import { createHash, createHmac } from 'node:crypto'
import type { Config } from '../../../config.ts'
import { derivedKey } from '../../../platform/secret-box.ts'
import type { ReleasedEdition } from '../firmware/released-editions.ts'
import type { StoredTask, StoredUnit } from './upgrade-device.store.ts'

export const filePath = '/api/upgrade/v1/file'

const keys = new Map<string, Buffer>()
const keyOf = (dataDir: string): Buffer => {
  const known = keys.get(dataDir) ?? derivedKey(dataDir, 'upgrade download')
  keys.set(dataDir, known)
  return known
}

/** The secret in the address of an attempt's file. It is derived, so that every process can repeat the offer; the database stores only its hash. */
export const tokenOf = ({ dataDir }: Pick<Config, 'dataDir'>, offer: string, attempt: number): string =>
  createHmac('sha256', keyOf(dataDir)).update(`${offer} ${attempt}`).digest('base64url')

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The message to the gateway that offers a step. */
export const offerMessage = (
  config: Pick<Config, 'dataDir' | 'upgradeUrl'>,
  unit: StoredUnit,
  { method }: Pick<StoredTask, 'method'>,
  edition: ReleasedEdition,
): UpgradeMessage => ({
  task: unit.offer ?? '',
  device: unit.device_id === null ? null : unit.code,
  version: edition.version,
  from: unit.from_version?.slice(0, 32) ?? null,
  url: `${config.upgradeUrl ?? ''}${filePath}/${tokenOf(config, unit.offer ?? '', unit.attempts)}`,
  size: edition.size,
  sha256: edition.sha256,
  signature: edition.signature,
  key: edition.keyId,
  model: edition.modelCode,
  hardware: edition.hardware,
  method,
  ...(unit.due_at === null ? {} : { expires: unit.due_at }),
  chunk: maxChunkBytes,
})
