import { DomainError } from '@emberwatch/contract'
import { isGatewayCode, MAX_PAYLOAD_BYTES } from '@emberwatch/device-link'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_BROKER_LIMITS } from '../../platform/broker/broker.ts'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import { WrongSecrets } from '../../platform/broker/wrong-secrets.ts'
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
/** The largest body that is read to its end. Of one over the limit of the link only the head is kept, and the rest is dropped as it comes. */
const BODY_LIMIT = 64 * 1024 * 1024

/**
 * `POST /api/ingest/v1/<gateway>`, for carrier platforms and gateways without MQTT: the body of `report`, `Authorization: Bearer <secret>`. 200 only after the
 * commit, with how many reports were stored, known already, or refused; 503 with Retry-After when it cannot be kept now; a body in which nothing can be read is
 * kept in the log, raised as a fault of the gateway, and answered with 4xx, so that it is not sent again.
 */
export function registerIngestHttp(server: FastifyInstance, options: IngestHttpOptions): void {
  const wrongSecrets = new WrongSecrets(DEFAULT_BROKER_LIMITS.failuresPerMinute)
  void server.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: BODY_LIMIT }, (_request: FastifyRequest, body: Readable) => headOf(body))
    scope.post<{ Params: { gateway: string }; Body: unknown }>(
      '/api/ingest/v1/:gateway',
      // Judged before the body is read: a stranger gets none of our memory.
      { config: { rateLimit: false }, bodyLimit: BODY_LIMIT, onRequest: (request, reply) => admit(request, reply) },
      async (request, reply) => {
        const { gateway } = request.params
        const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const topic = `POST ${request.url}`
        reply.header('retry-after', RETRY_AFTER_S)
        const item = await stored(options, { gateway, channel: 'report', topic, payload, receivedAt: new Date() })
        reply.removeHeader('retry-after')
        if (item.rows.length === 0 && item.refused > 0) throw refusal(payload.byteLength)
        return reply.send({ code: 200, success: true, msg: '', data: answerOf(item) })
      },
    )
    ready()
  })

  async function admit(request: FastifyRequest<{ Params: { gateway: string } }>, reply: FastifyReply): Promise<void> {
    const { gateway } = request.params
    const secret = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    reply.header('retry-after', RETRY_AFTER_S)
    if (!options.hasRoom()) throw new DomainError('unavailable')
    const isRight = isGatewayCode(gateway) && (await options.signIn(gateway, secret).catch(unavailable))
    reply.removeHeader('retry-after')
    // Whatever it is said to be, it is read as what it is.
    request.headers['content-type'] = 'application/octet-stream'
    if (isRight) return
    // Only wrong secrets are ever slowed down: behind one address there are others with the right one.
    const isTooMany = wrongSecrets.count(request.ip, gateway) > 0
    throw isTooMany ? new DomainError('tooManyRequests', { seconds: 60 }) : new DomainError('wrongCredentials')
  }
}

/** The body as far as it may be, and one byte more where it is over the limit. */
async function headOf(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (size <= MAX_PAYLOAD_BYTES) pieces.push(piece)
    size += piece.length
    if (size > BODY_LIMIT) throw new DomainError('tooLarge', { limit: '256 KiB' })
  }
  return Buffer.concat(pieces).subarray(0, MAX_PAYLOAD_BYTES + 1)
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

/** What became of the reports of a message, by their number. */
function answerOf({ answer, rows, refused }: Inbound): { stored: number; repeated: number; refused: number } {
  return {
    stored: answer === 'stored' ? rows.length : 0,
    repeated: answer === 'repeated' ? rows.length : 0,
    refused: refused + (answer === undefined ? rows.length : 0),
  }
}

function refusal(bytes: number): DomainError {
  return bytes > MAX_PAYLOAD_BYTES ? new DomainError('tooLarge', { limit: '256 KiB' }) : new DomainError('badRequest')
}
