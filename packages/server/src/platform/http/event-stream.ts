import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream } from './binding.ts'

/** A reader this far behind is dropped; it resumes where it was (bytes). */
const backlogLimit = 1_048_576

/** Turns a reply into server-sent events. Written by hand: ten lines, and the frames must leave at once, uncompressed. */
export const openEventStream = (request: FastifyRequest, reply: FastifyReply): EventStream => {
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  response.socket?.setNoDelay(true)
  response.write(':\n\n')
  const header = request.headers['last-event-id']
  return {
    lastEventId: typeof header === 'string' && header !== '' ? header : null,
    send({ id, event, data }) {
      // Writing after the end would bring the process down.
      if (response.writableEnded || response.writableLength > backlogLimit) return false
      response.write(`${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
      return true
    },
    onClose: (listener) => void (response.closed ? listener() : response.on('close', listener)),
    close: () => void response.end(),
  }
}
