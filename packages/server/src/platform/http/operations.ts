import { DomainError, healthWarnings } from '@emberwatch/contract'
import { timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Health } from '../health.ts'
import { onLeftEarly } from './broken-off.ts'

export interface OperationsOptions {
  readonly health: Health
  readonly gauges: Readonly<Record<string, { readonly help: string; readonly value: () => number }>>
  /** The token for metrics and the API page. Without one, both are closed. */
  readonly token: string | undefined
}

const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The token of a request: as `Bearer`, or as the password of `Basic`, which a browser can prompt for. */
const tokenOf = (authorization = ''): string | undefined => {
  const [scheme = '', value = ''] = authorization.split(' ', 2)
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  return /^[^:]*:(.*)$/s.exec(Buffer.from(value, 'base64').toString())?.[1]
}

/** Builds the OpenAPI description from the routes' schemas. Register it before the routes, so that it sees all of them. */
export const registerOpenApi = async (server: FastifyInstance): Promise<void> => {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Emberwatch',
        version: '1',
        description: 'Calls of the console and the open platform. Every JSON answer is {code, success, msg, data}.',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer' },
          key: { type: 'http', scheme: 'bearer', description: 'A key of the open platform: ewk_…' },
        },
      },
      security: [{ session: [] }],
    },
  })
}

/**
 * Liveness, readiness, metrics and the API page. The last two require the token: behind a proxy on this machine every request
 * comes from loopback, and nothing forces the proxy to say so.
 */
export const registerOperations = async (server: FastifyInstance, options: OperationsOptions): Promise<void> => {
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (options.token === undefined) throw new DomainError('pathUnknown')
    const shown = tokenOf(request.headers.authorization)
    if (shown !== undefined && sameText(shown, options.token)) return
    reply.header('www-authenticate', 'Basic realm="operations", charset="UTF-8"')
    throw new DomainError('wrongCredentials')
  }

  server.get('/health/live', { schema: { hide: true } }, () => ({ status: 'ok' }))
  server.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    // From memory: it must answer immediately even when the database does not.
    const parts = options.health.parts()
    const isWarning = (part: string): boolean => healthWarnings.some((each) => each === part)
    const ready = Object.entries(parts).every(([part, word]) => word === 'ok' || isWarning(part))
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', ...parts })
  })

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, gauge] of Object.entries(options.gauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help: gauge.help,
        registers: [],
        collect() {
          this.set(gauge.value())
        },
      }),
    )
  }
  const duration = new Histogram({
    name: 'emberwatch_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const brokenOff = new Counter({
    name: 'emberwatch_http_broken_off_total',
    help: 'Requests whose caller left before the whole answer was sent',
    registers: [registry],
  })
  server.addHook('onRequest', async (request, reply) => onLeftEarly(request, reply, () => brokenOff.inc()))
  server.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    )
  })
  const guarded = { schema: { hide: true }, config: { guarded: true }, onRequest: guard }
  server.get('/metrics', guarded, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))

  server.get('/api/openapi.json', guarded, () => server.swagger())
  let apiPage: Promise<FastifyInstance> | undefined
  const answerApiPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // If loading fails, the next request tries again.
    apiPage ??= createApiPage().catch((error: unknown) => {
      apiPage = undefined
      throw error
    })
    const { statusCode, headers, rawPayload } = await (await apiPage).inject({ method: 'GET', url: request.url })
    for (const name of ['content-type', 'location', 'etag', 'cache-control'] as const)
      if (headers[name] !== undefined) reply.header(name, headers[name])
    // The reference page has its own inline script, which the console's policy rightly blocks.
    const policy = "default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src blob:"
    return reply.status(statusCode).header('content-security-policy', policy).send(rawPayload)
  }
  for (const path of ['/api/docs', '/api/docs/*']) server.get(path, guarded, answerApiPage)
}

/** A server only for the API page. Its script takes 17 MB of memory, so it is loaded on first use. */
const createApiPage = async (): Promise<FastifyInstance> => {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      // Features that need the vendor's services are disabled here.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return page
}
