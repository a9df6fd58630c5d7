import { randomBytes } from 'node:crypto'
import type { Write } from '../../../platform/transact.ts'
import { newToken } from '../../base/access/token.ts'

const shape = /^(ewk_[0-9a-f]{12})_([\w-]{43})$/

/** The parts of a secret: by which it is found, and which must be right. Undefined for what cannot be one. */
export const partsOf = (secret: string): { prefix: string; token: string } | undefined => {
  const [, prefix, token] = shape.exec(secret) ?? []
  return prefix === undefined || token === undefined ? undefined : { prefix, token }
}

/** Gives a key a new present secret and returns it: `ewk_`, 12 digits that may be shown, and 256 random bits. */
export const addSecret = async (write: Write, accessId: number): Promise<{ secret: string; prefix: string }> => {
  const prefix = `ewk_${randomBytes(6).toString('hex')}`
  const { token, hash } = newToken()
  await write.systemDb // the key was created or locked in this write
    .insertInto('open_secret')
    .values({ access_id: accessId, prefix, secret_hash: hash, created_at: write.at, created_by: write.by })
    .execute()
  return { secret: `${prefix}_${token}`, prefix }
}
