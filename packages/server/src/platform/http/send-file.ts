import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from './binding.ts'
import { byteRange } from './byte-range.ts'

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
