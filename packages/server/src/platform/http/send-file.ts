import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from './binding.ts'
import { byteRange } from './byte-range.ts'

/** Whether the caller has this version already (RFC 9110, 13.1.2). Compared weakly, because a proxy that compresses marks tags as weak. */
const knows = ({ headers }: FastifyRequest, etag: string): boolean => {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, '')
  const asked = headers['if-none-match']
  return asked !== undefined && asked.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag))
}

/** Sends a file, or the requested part if the file can be read in parts. */
export const sendFile = (request: FastifyRequest, reply: FastifyReply, file: FileReply): FastifyReply => {
  const { stream, part, etag, size } = file
  void reply
    .header('content-type', file.mime)
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('cache-control', file.public ? 'public, max-age=3600' : 'private, max-age=300')
    .header('etag', etag)
  if (knows(request, etag)) {
    stream.destroy()
    return reply.status(304).removeHeader('content-length').removeHeader('content-type').send()
  }
  if (!part) return reply.send(stream)
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? byteRange(request.headers.range, size) : 'whole'
  void reply.header('accept-ranges', 'bytes')
  if (range === 'whole') return reply.send(stream)
  stream.destroy()
  if (range === 'none') return reply.status(416).header('content-length', 0).header('content-range', `bytes */${size}`).send()
  const { start, end } = range
  return reply
    .status(206)
    .header('content-length', end - start + 1)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .send(part(range))
}
