import { DomainError } from '@emberwatch/contract'
import { isGatewayCode, maxPayloadBytes, unreadableCode } from '@emberwatch/device-link'
import { finished } from 'node:stream'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultBrokerLimits } from '../../../platform/broker/broker.ts'
import type { BrokerMessage, MessageDone, SignIn } from '../../../platform/broker/broker.ts'
import { AuthFailures } from '../../../platform/broker/auth-failures.ts'
import type { Clock } from '../../../platform/context.ts'
import { isBrokenOff } from '../../../platform/http/broken-off.ts'
import { admit } from '../../../platform/http/unauthenticated.ts'
import { endSlowBody, timeLimits } from '../../../platform/http/time-limits.ts'
import type { UpgradeAnswers } from '../../equipment/upgrade/upgrade-answers.ts'
import type { GatewayEntry } from './gateway-cache.ts'
import type { InboundMessage } from './inbound-message.ts'

/** What a gateway may send over HTTP, and the MQTT channel that carries the same. */
const routes = [
  ['/api/ingest/v1', 'report'],
  ['/api/upgrade/v1/ask', 'upgrade/ask'],
  ['/api/upgrade/v1/progress', 'upgrade/progress'],
] as const

export interface IngestHttpOptions {
  authenticate(gateway: string, secret: string): Promise<SignIn>
  /** Whether a message could be stored soon. With a gateway, also whether its own share has room. */
  hasRoom(gateway?: string): boolean
  /** Accepts a message. `done` is called after its commit. */
  take(message: BrokerMessage, done: MessageDone): Promise<InboundMessage>
  /** A gateway's connection ended before its message had arrived in full. It may have been an alarm, and nothing of it is stored. */
  brokenOff(gateway: string): void
  readonly clock: Clock
  /** Where a gateway called from whose message is stored. Behind a proxy its port is unknown. */
  calledFrom?(gateway: GatewayEntry, ip: string, port: number | null): void
  readonly upgrades?: Pick<UpgradeAnswers, 'ask'> | undefined
}

/** How long a sender waits for the commit. */
const commitTimeoutMs = 10_000
/** How many calls of one gateway are read or stored at a time: each may take as much memory as the largest message. */
const callsAtOnce = 100
/** How often a waiting request checks whether storing is failing. */
const pollMs = 100
const retryAfterS = 2
/** The largest body that is read to its end (bytes). Of a body above the message limit only the head is kept; the rest is discarded as it arrives. */
const bodyLimit = 64 * 1024 * 1024

/**
 * `POST /api/ingest/v1/<gateway>`, for carrier platforms and gateways without MQTT. The body is a `report` message; authentication is
 * `Authorization: Bearer <secret>`. Answers 200 only after the commit, with how many reports were stored, already known, and refused; 503
 * with Retry-After if the message cannot be stored now. An unreadable body is logged, raised as a fault of the gateway, and answered with
 * 4xx so that it is not sent again. Further routes carry what gateways without MQTT say about upgrades.
 */
export const registerIngestHttp = (server: FastifyInstance, options: IngestHttpOptions): void => {
  const authFailures = new AuthFailures(defaultBrokerLimits.failuresPerMinute)
  const calls = new Map<string, number>()
  void server.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: bodyLimit }, (request: FastifyRequest, body: Readable) =>
      readHead(body).catch((error: unknown) => {
        if (isBrokenOff(request, error)) options.brokenOff((request.params as { gateway: string }).gateway)
        throw error
      }),
    )
    for (const [path, channel] of routes)
      scope.post<{ Params: { gateway: string }; Body: unknown }>(
        `${path}/:gateway`,
        // Checked before the body is read, so that an unauthenticated client takes up no memory.
        { config: { rateLimit: false }, bodyLimit: bodyLimit, onRequest: (request, reply) => authorize(request, reply) },
        async (request, reply) => {
          const { gateway } = request.params
          const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const topic = `POST ${request.url}`
          reply.header('retry-after', retryAfterS)
          const item = await store(options, { gateway, channel, topic, payload, receivedAt: options.clock.now() })
          reply.removeHeader('retry-after')
          const { remoteAddress, remotePort = null } = request.raw.socket
          if (item.gateway) options.calledFrom?.(item.gateway, request.ip, request.ip === remoteAddress ? remotePort : null)
          // Kept, but the sender has to learn that nothing of it could be read.
          if (item.refused > 0 && item.rows.every(({ problem }) => problem === unreadableCode)) throw refusal(payload.byteLength)
          const asked =
            item.ask === undefined || item.gateway === undefined
              ? undefined
              : await options.upgrades?.ask(item.gateway, item.ask.device ?? null)
          return reply.send({ code: 200, success: true, msg: '', data: asked === undefined ? answerOf(item) : asked })
        },
      )
    ready()
  })

  const authorize = async (request: FastifyRequest<{ Params: { gateway: string } }>, reply: FastifyReply): Promise<void> => {
    const { gateway } = request.params
    const secret = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    reply.header('retry-after', retryAfterS)
    if (!options.hasRoom(gateway)) throw new DomainError('unavailable')
    const answer = isGatewayCode(gateway) && (await options.authenticate(gateway, secret).catch(unavailable))
    const isRight = answer === true
    // A gateway that floods only delays itself: it must not take the room of all others.
    if (isRight && (calls.get(gateway) ?? 0) >= callsAtOnce) throw new DomainError('unavailable')
    reply.removeHeader('retry-after')
    // Read as bytes, whatever content type is declared.
    request.headers['content-type'] = 'application/octet-stream'
    if (isRight) {
      admit(request)
      // It may be on a slow line: as long as bytes of a report come, they are waited for.
      endSlowBody(request, true, timeLimits)
      return count(gateway, reply)
    }
    // Only wrong secrets are slowed down: other gateways may share the address.
    const isTooMany = authFailures.count(request.ip, gateway) > 0
    if (isTooMany) throw new DomainError('tooManyRequests', { seconds: 60 })
    throw new DomainError(answer === 'disabled' ? 'noAccess' : 'wrongCredentials')
  }

  /** Counts a call until it is answered or broken off. */
  const count = (gateway: string, reply: FastifyReply): void => {
    calls.set(gateway, (calls.get(gateway) ?? 0) + 1)
    finished(reply.raw, () => {
      const left = (calls.get(gateway) ?? 1) - 1
      if (left > 0) calls.set(gateway, left)
      else calls.delete(gateway)
    })
  }
}

/** The body up to the limit, plus one byte if it is larger. */
const readHead = async (body: Readable): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (size <= maxPayloadBytes) pieces.push(piece)
    size += piece.length
    if (size > bodyLimit) throw new DomainError('tooLarge', { limit: '256 KiB' })
  }
  return Buffer.concat(pieces).subarray(0, maxPayloadBytes + 1)
}

const store = async (options: IngestHttpOptions, message: BrokerMessage): Promise<InboundMessage> => {
  if (!options.hasRoom(message.gateway)) throw new DomainError('unavailable')
  const committed = Promise.withResolvers<void>()
  const timer = setTimeout(() => committed.reject(new DomainError('unavailable')), commitTimeoutMs)
  const watch = setInterval(() => options.hasRoom() || committed.reject(new DomainError('unavailable')), pollMs)
  try {
    // On timeout the message stays queued. If it is sent again, its number identifies it.
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

const unavailable = (error: unknown): never => {
  throw error instanceof DomainError ? error : new DomainError('unavailable')
}

/** What became of the message's reports, as counts. */
const answerOf = ({ answer, rows, refused }: InboundMessage): { stored: number; repeated: number; refused: number } => {
  return {
    stored: answer === 'stored' ? rows.length : 0,
    repeated: answer === 'repeated' ? rows.length : 0,
    refused: refused + (answer === undefined ? rows.length : 0),
  }
}

const refusal = (bytes: number): DomainError => {
  return bytes > maxPayloadBytes ? new DomainError('tooLarge', { limit: '256 KiB' }) : new DomainError('badRequest')
}
