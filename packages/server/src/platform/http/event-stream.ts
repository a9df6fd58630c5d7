import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream } from './binding.ts'

/** A client that is this far behind is dropped; it resumes from its cursor (bytes). */
const backlogLimit = 524_288
/** So is one that has read nothing of its backlog for this long. */
const stuckMs = 60_000
/** How long the rest of an ended stream may take to be read. */
const farewellMs = 2_000

/**
 * Turns a reply into server-sent events. Written by hand: frames must be sent immediately and uncompressed, and a stalled client
 * must be dropped.
 */
export const openEventStream = (request: FastifyRequest, reply: FastifyReply, stuckAfterMs = stuckMs): EventStream => {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.socket?.setNoDelay(true)

  let stuck: NodeJS.Timeout | undefined
  const moved = (): void => {
    clearTimeout(stuck)
    stuck = undefined
  }
  response.on('drain', moved)
  response.on('close', moved)
  const write = (text: string): void => {
    // A write that is not flushed immediately is followed by a drain event once the client has caught up.
    if (!response.write(text)) stuck ??= setTimeout(() => response.destroy(), stuckAfterMs)
  }
  write(':\n\n')

  const header = request.headers['last-event-id']
  return {
    lastEventId: typeof header === 'string' && header !== '' ? header : null,
    send({ id, event, data, retryMs }) {
      // Writing after the end would crash the process.
      if (response.writableEnded || response.destroyed || response.writableLength > backlogLimit) return false
      const fields = [id === undefined ? '' : `id: ${id}\n`, event === undefined ? '' : `event: ${event}\n`]
      if (retryMs !== undefined) fields.push(`retry: ${retryMs}\n`)
      write(`${fields.join('')}data: ${data}\n\n`)
      return true
    },
    onClose: (listener) => void (response.closed ? listener() : response.on('close', listener)),
    close() {
      if (response.writableEnded) return
      response.end()
      setTimeout(() => response.destroy(), farewellMs).unref()
    },
  }
}
