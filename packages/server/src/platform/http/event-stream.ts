import { DomainError } from '@emberwatch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamFrame } from './binding.ts'

/** A client that falls this far behind (bytes) is dropped; it resumes from its cursor. */
const backlogLimit = 524_288
/** A client that has read nothing of its backlog for this long is dropped too. */
const stuckMs = 60_000
/** How long the client has to read the rest of a stream that has ended. */
const lastFrameMs = 2_000

/** The bytes of a frame. */
export const encodeFrame = ({ id, event, data, retryMs }: StreamFrame): Buffer => {
  const fields = [id === undefined ? '' : `id: ${id}\n`, event === undefined ? '' : `event: ${event}\n`]
  if (retryMs !== undefined) fields.push(`retry: ${retryMs}\n`)
  return Buffer.from(`${fields.join('')}data: ${data}\n\n`)
}

/**
 * Turns a reply into server-sent events. Written by hand: frames must be sent immediately and uncompressed, and a stalled client
 * must be dropped. The body ends with its connection instead of in chunks, so that frames go to the socket as they are, the same
 * bytes to every stream.
 */
export const openEventStream = (request: FastifyRequest, reply: FastifyReply, stuckAfterMs = stuckMs): EventStream => {
  const response = reply.raw
  const { socket } = response
  // A pipelined request, whose predecessor has not been answered yet. No browser sends that.
  if (!socket) throw new DomainError('badRequest')
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value)
  response.removeHeader('transfer-encoding')
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  response.flushHeaders()
  socket.setNoDelay(true)

  let stuck: NodeJS.Timeout | undefined
  const moved = (): void => {
    clearTimeout(stuck)
    stuck = undefined
  }
  socket.on('drain', moved)
  response.on('close', moved)
  const write = (bytes: Buffer): void => {
    // A write that is not flushed immediately is followed by a drain event once the client has caught up.
    if (!socket.write(bytes)) stuck ??= setTimeout(() => response.destroy(), stuckAfterMs)
  }
  write(opening)

  const header = request.headers['last-event-id']
  return {
    lastEventId: typeof header === 'string' && header !== '' ? header : null,
    send(frame) {
      // Writing after the end would crash the process.
      if (response.writableEnded || socket.destroyed || socket.writableLength > backlogLimit) return false
      write(Buffer.isBuffer(frame) ? frame : encodeFrame(frame))
      return true
    },
    onClose: (listener) => void (response.closed ? listener() : response.on('close', listener)),
    close() {
      if (response.writableEnded) return
      response.end()
      setTimeout(() => response.destroy(), lastFrameMs).unref()
    },
  }
}

/** A comment, so that the client knows at once that it is connected. */
const opening = Buffer.from(':\n\n')
