import { firmwareKeysPath } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { allKeys } from './firmware-key.store.ts'

/** No session needed: public keys are for every device and are not secret. */
const access = 'public'
/** For how long a device or a proxy may cache the answer. */
const cacheS = 300
const callsAMinute = 300

const documentOf = async (systemDb: Kysely<Tables>): Promise<string> => {
  const keys = await allKeys(systemDb)
  return JSON.stringify({
    algorithm: 'Ed25519',
    current: keys.find(({ retired_at }) => retired_at === null)?.id ?? null,
    keys: keys.map((key) => ({
      id: key.id,
      publicKey: key.public_key,
      createdAt: key.created_at,
      retiredAt: key.retired_at,
      previous: key.previous_id,
      previousSignature: key.previous_signature,
    })),
  })
}

/**
 * `GET /api/upgrade/v1/keys`: the public keys that firmware is signed with, newest first. Each except the first key ever made is signed by
 * its predecessor, so a device that trusts one of them can follow the signatures to the current one.
 */
export const registerFirmwareKeys = (server: FastifyInstance, systemDb: Kysely<Tables>): void => {
  server.get(
    firmwareKeysPath,
    { schema: { hide: true }, config: { access, rateLimit: { max: callsAMinute, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const body = await documentOf(systemDb)
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      reply.header('cache-control', `public, max-age=${cacheS}`).header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type('application/json; charset=utf-8').send(body)
    },
  )
}
