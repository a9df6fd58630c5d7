import { DomainError } from '@emberwatch/contract'
import { MAX_PAYLOAD_BYTES } from '@emberwatch/device-link'
import type { FastifyInstance } from 'fastify'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import { FailureLimiter } from '../../platform/broker/failure-limiter.ts'
import type { Inbound } from './inbound.ts'

export interface IngestHttpOptions {
  signIn(gateway: string, secret: string): Promise<boolean>
  /** Whether a message would be stored soon. */
  hasRoom(): boolean
  /** Takes a message; `done` is called after its commit. */
  take(message: BrokerMessage, done: MessageDone): Promise<Inbound>
}

/** A sender waits no longer than this for the commit. */
const PATIENCE_MS = 10_000
/** How often a waiting sender looks whether writing fails. */
const WATCH_MS = 100
const RETRY_AFTER_S = 2
const FAILURES_PER_MINUTE = 10
/** Read at most, so that a body over the limit is still logged as such. */
const BODY_LIMIT = 1024 * 1024

/**
 * `POST /api/ingest/v1/<gateway>`, for carrier platforms and gateways without MQTT: the body of `report`, `Authorization: Bearer <secret>`. 200 only after the
 * commit; 503 with Retry-After when it cannot be kept now; a malformed body is logged and answered with 4xx, so that it is not sent again.
 */
export function registerIngestHttp(server: FastifyInstance, options: IngestHttpOptions): void {
  const failures = new FailureLimiter(FAILURES_PER_MINUTE)
  void server.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { gateway: string }; Body: unknown }>(
      '/api/ingest/v1/:gateway',
      { config: { rateLimit: false }, bodyLimit: BODY_LIMIT },
      async (request, reply) => {
        const { gateway } = request.params
        const secret = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
        const key = `${request.ip} ${gateway}`
        if (failures.isBlocked(key)) throw new DomainError('tooManyRequests', { seconds: 60 })
        reply.header('retry-after', RETRY_AFTER_S)
        if (!options.hasRoom()) throw new DomainError('unavailable')
        if (!(await options.signIn(gateway, secret).catch(unavailable))) {
          reply.removeHeader('retry-after')
          failures.failed(key)
          throw new DomainError('wrongCredentials')
        }
        const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const topic = `POST ${request.url}`
        const item = await stored(options, { gateway, channel: 'report', topic, payload, receivedAt: new Date() })
        reply.removeHeader('retry-after')
        if (item.sequence === undefined) throw refusal(payload.byteLength)
        return reply.send({ code: 200, success: true, msg: '', data: { stored: item.rows.length, refused: item.malformed } })
      },
    )
    ready()
  })
}

async function stored(options: IngestHttpOptions, message: BrokerMessage): Promise<Inbound> {
  const committed = Promise.withResolvers<void>()
  const timer = setTimeout(() => committed.reject(new DomainError('unavailable')), PATIENCE_MS)
  const watch = setInterval(() => options.hasRoom() || committed.reject(new DomainError('unavailable')), WATCH_MS)
  try {
    // When patience ends the message stays queued; sent again, it is known by its number.
    const [item] = await Promise.all([
      options.take(message, (error) =>
        error === undefined ? committed.resolve() : committed.reject(new DomainError('unavailable')),
      ),
      committed.promise,
    ])
    return item
  } catch (error) {
    return unavailable(error)
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

function unavailable(error: unknown): never {
  throw error instanceof DomainError ? error : new DomainError('unavailable')
}

function refusal(bytes: number): DomainError {
  return bytes > MAX_PAYLOAD_BYTES ? new DomainError('tooLarge', { limit: '64 KiB' }) : new DomainError('badRequest')
}
