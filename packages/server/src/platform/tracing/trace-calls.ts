import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refsIn } from '../refs.ts'
import { idsOf, openSpan, type OpenSpan, type SpanAttributes } from './spans.ts'

/** The subject of a call: the ids in its input. */
const subjectsOf = (request: FastifyRequest): SpanAttributes => {
  const { entry } = request.routeOptions.config
  if (!entry) return {}
  const input: unknown = entry.method === 'GET' ? request.query : request.body
  return idsOf(refsIn(entry.input, input).map(({ entity, value }) => ({ kind: entity, id: value })))
}

/**
 * A span for each call, from its headers to its answer. `request.id` is the trace id shown in failures and in the API log. Event streams
 * have none, because they last as long as a page is open. Register before the routes.
 */
export const traceCalls = (server: FastifyInstance): void => {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()

  server.addHook('onRequest', async (request) => {
    const { url = '', config } = request.routeOptions
    if (!url.startsWith('/api/') || config.entry?.reply === 'stream') return
    const attributes = { 'http.request.method': request.method, 'http.route': url, 'request.id': request.id }
    const span = openSpan(`${request.method} ${url}`, { kind: 'server', attributes })
    if (span) spans.set(request, span)
  })
  // Only from here on, because what follows the reading of a body runs in the context of the connection.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    span.set(subjectsOf(request))
    span.run(done)
  })
  server.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined)
  })
}
