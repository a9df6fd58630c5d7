import { DomainError } from '@emberwatch/contract'
import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Ctx } from '../../../platform/context.ts'
import { byteRange } from '../../../platform/http/byte-range.ts'
import { filePath, tokenHash } from './offer-message.ts'
import { offeredFile, returnBytes, takeBytes } from './offer.store.ts'

/** No session needed: the address contains a secret that only the gateway with the offer knows. */
const access = 'public'
const isToken = /^[A-Za-z0-9_-]{43}$/
/** Bytes read from disk at a time. This bounds the memory of thousands of downloads. */
const pieceBytes = 32 * 1024
const requestsAMinute = 60

/**
 * `GET` and `HEAD /api/upgrade/v1/file/<token>`: the file of one attempt of one device, from disk, whole or in ranges. 404: no such
 * address. 410: the attempt is over or has used up its share of bytes.
 */
export const registerFirmwareFile = (
  server: FastifyInstance,
  { ctx, log }: { readonly ctx: Ctx; readonly log: Pick<Logger, 'warn'> },
): void => {
  const { systemDb: db, files } = ctx

  const answer = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    const { token } = request.params
    const found = isToken.test(token) ? await offeredFile(db, { tokenHash: tokenHash(token) }) : undefined
    if (found === undefined) throw new DomainError('pathUnknown')
    const gone = () => reply.status(410).header('cache-control', 'no-store').send()
    if (found === 'over') return gone()
    const { unit, edition } = found
    const { size, sha256, fileId } = edition
    const etag = `"${sha256}"`
    void reply
      .header('etag', etag)
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'no-store')
      .header('content-type', 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    const ifRange = request.headers['if-range']
    const isSame = ifRange === undefined || ifRange === etag
    const range = isSame ? byteRange(request.headers.range, size) : 'whole'
    if (range === 'none') return reply.status(416).header('content-range', `bytes */${size}`).send()
    const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
    const length = end - start + 1
    if (range !== 'whole') void reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
    void reply.header('content-length', length)
    if (request.method === 'HEAD') return reply.send()
    if (!(await takeBytes(db, found, length))) {
      reply.removeHeader('content-length').removeHeader('content-range')
      return gone()
    }
    const stream = createReadStream(files.pathOf(fileId), { start, end, highWaterMark: pieceBytes })
    stream.once('close', () => {
      const left = length - stream.bytesRead
      if (left > 0)
        void returnBytes(db, unit, left).catch((error: unknown) =>
          log.warn({ err: error }, 'an interrupted download could not be recorded'),
        )
    })
    return reply.send(stream)
  }

  server.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: `${filePath}/:token`,
    schema: { hide: true },
    config: {
      access,
      secretAddress: true,
      compress: false,
      rateLimit: {
        max: requestsAMinute,
        timeWindow: '1 minute',
        // By address and token, so that a device that keeps asking slows down nobody else.
        keyGenerator: (request: FastifyRequest) => `${request.ip} ${request.url.split('?', 1)[0]}`,
      },
    } as object,
    handler: answer,
  })
}
