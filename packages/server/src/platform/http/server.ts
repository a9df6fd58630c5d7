import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import { DomainError, envelopeOf, mayCall, type Endpoint, type Language } from '@emberwatch/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import qs from 'qs'
import { anonymous, type Actor, type Ctx, type Origin } from '../context.ts'
import { scoped, type Scope } from '../database/scope.ts'
import { localeOf, timeZoneOf } from '../i18n.ts'
import { assertVisible } from '../refs.ts'
import { codeOf } from '../startup-error.ts'
import type { Binding, FileReply, Upload } from './binding.ts'
import type { CallSettings } from './call-settings.ts'
import { openEventStream } from './event-stream.ts'
import { failureOf } from './failure.ts'
import { ajvOptions, tidyInput } from './validation.ts'

/** One served call, for the API log. */
export interface ServedCall {
  readonly entry: Endpoint
  readonly actor: Actor
  readonly origin: Origin
  readonly method: string
  readonly url: string
  readonly params: Record<string, unknown>
  readonly status: number
  /** The envelope's. */
  readonly code: number
  readonly ms: number
}

export interface HttpOptions {
  readonly bindings: readonly Binding[]
  /** Whose session a token is; null when it is none's any more. */
  readonly authenticate: (token: string) => Promise<{ actor: Actor; scope: Scope } | null>
  /** What all requests share. */
  readonly base: Pick<Ctx, 'systemDb' | 'clock' | 'config' | 'files' | 'jobs'>
  readonly onServed: (call: ServedCall) => void
  /** What people set for single calls. */
  readonly callSettings?: Pick<CallSettings, 'of'>
  readonly log: Logger
  readonly maxUploadBytes: number
  /** Plugins that must know every route. */
  readonly before?: (server: FastifyInstance) => Promise<void>
}

const nobody: Scope = { kind: 'nobody' }

/** Calls a minute from one address, of all those without a limit of their own together. */
const callsAMinute = 6_000
/** Addresses, or addresses and calls, whose calls are counted at a time. */
const countedAddresses = 10_000

/** qs options: at most 20 levels are never needed, a thousand array items are (contract: `refs`). */
const parseForm = (text: string): Record<string, unknown> =>
  qs.parse(text, { arrayLimit: 1_000, depth: 4, parameterLimit: 5_000 })

/**
 * The HTTP server with one route for each binding. Default-deny: an endpoint without declared access stops the start.
 * Order of judgement: session → access → input → refs within scope → verb.
 */
export const createHttpServer = async (options: HttpOptions): Promise<FastifyInstance> => {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    forceCloseConnections: true,
    // Otherwise everybody behind a proxy counts as one address, for the lock-out among others.
    trustProxy: options.base.config.trustProxy ?? false,
    routerOptions: { querystringParser: parseForm, ignoreTrailingSlash: true },
    ajv: { customOptions: ajvOptions },
  })
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // antd writes its styles at run time
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'media-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
  })
  await server.register(compress, { threshold: 2_048 })
  await server.register(formbody, { parser: parseForm })
  await server.register(multipart, { limits: { files: 1, fields: 10, fieldSize: 4_096, fileSize: options.maxUploadBytes } })
  const ownLimit = (request: FastifyRequest): number | undefined => {
    const { entry } = request.routeOptions.config
    return entry && (options.callSettings?.of(entry.path)?.perMinute ?? entry.perMinute)
  }
  await server.register(rateLimit, {
    timeWindow: '1 minute',
    cache: countedAddresses,
    max: (request) => ownLimit(request) ?? callsAMinute,
    keyGenerator: (request) => {
      const address = normalizeIP(request.ip)
      return ownLimit(request) === undefined ? address : `${address} ${request.routeOptions.url}`
    },
  })

  server.setErrorHandler((error, request, reply) => {
    const locale = localeOf(request.headers['accept-language'])
    const { status, body, unexpected, retryAfterS } = failureOf(
      error,
      locale,
      request.id,
      timeZoneOf(request.headers['time-zone']),
    )
    if (unexpected)
      options.log.error({ err: withoutRow(error), traceId: request.id, url: request.routeOptions.url }, 'request failed')
    request.failureCode = body.code
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
    void reply.status(status).header('cache-control', 'no-store').send(body)
    return reply
  })

  await options.before?.(server)
  for (const binding of options.bindings) addRoute(server, binding, options)
  return server
}

const addRoute = (server: FastifyInstance, { entry, verb }: Binding, options: HttpOptions): void => {
  if (!entry.access || (Array.isArray(entry.access) && entry.access.length === 0))
    throw new Error(`${entry.path} declares no access`)
  const place = entry.method === 'GET' ? 'querystring' : 'body'
  const isMultipart = entry.body === 'multipart'

  server.route({
    method: entry.method,
    url: `/api/${entry.path}`,
    schema: {
      summary: entry.summary,
      tags: [entry.path.split('/').slice(0, 2).join('/')],
      ...(isMultipart ? {} : { [place]: entry.input }),
      ...(entry.reply ? {} : { response: { 200: envelopeOf(entry.output) } }),
    },
    config: { entry },
    preValidation: async (request) => {
      // Known before it is judged, so that a refusal is logged as theirs.
      request.caller = await callerOf(request, options)
      if (options.callSettings?.of(entry.path)?.enabled === false) throw new DomainError('unavailable')
      assertMayCall(entry, request.caller.actor)
      if (isMultipart) return
      if (place === 'body') request.body = tidyInput(request.body, entry.input)
      else request.query = tidyInput(request.query, entry.input)
    },
    handler: async (request, reply) => {
      const { actor, scope, locale } = request.caller
      const origin = originOf(request)
      const ctx: Ctx = { ...options.base, actor, scope, locale, origin, db: scoped(options.base.systemDb, scope) }
      if (isMultipart) {
        const { input, upload } = await readUpload(request, entry)
        return envelope(await verb(ctx, input as never, upload as never))
      }
      const input = (place === 'body' ? request.body : request.query) as never
      await assertVisible(ctx.db, entry.input, input)
      if (entry.reply === 'stream') {
        await verb(ctx, input, openEventStream(request, reply) as never)
        return reply
      }
      const answer = await verb(ctx, input, undefined as never)
      return entry.reply === 'binary' ? sendFile(reply, answer as FileReply) : envelope(answer)
    },
    onSend: async (_request, reply, payload) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return payload
    },
    onResponse: async (request, reply) => {
      options.onServed({
        entry,
        actor: request.caller?.actor ?? anonymous,
        origin: originOf(request),
        method: request.method,
        url: request.url.split('?')[0] ?? '',
        params: ((place === 'body' ? request.body : request.query) ?? {}) as Record<string, unknown>,
        status: reply.statusCode,
        code: request.failureCode ?? 200,
        ms: reply.elapsedTime,
      })
    },
  })
}

const envelope = (data: unknown) => ({ code: 200, success: true, msg: '', data })

const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  traceId: request.id,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  host: request.hostname,
})

/** Whose session the call shows; nobody without one. */
const callerOf = async (request: FastifyRequest, options: HttpOptions) => {
  const locale = localeOf(request.headers['accept-language'])
  const token = /^Bearer (\S{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  const session = token === undefined ? null : await options.authenticate(token)
  return { actor: session?.actor ?? anonymous, scope: session?.scope ?? nobody, locale }
}

/** Session and access, before anything of the input is looked at. */
const assertMayCall = (entry: Endpoint, actor: Actor): void => {
  if (entry.access === 'public') return
  if (actor.accountType === 'anonymous') throw new DomainError('sessionInvalid')
  if (actor.mustChangePassword && !entry.beforePasswordChange) throw new DomainError('mustChangePassword')
  if (actor.issuer && entry.inPerson) throw new DomainError('notInPerson')
  if (!mayCall(entry, true, actor.operations)) throw new DomainError('noAccess')
}

/** A failure for the log of the program. The database quotes the row at fault in `detail`, and a row may hold what no log should. */
const withoutRow = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('detail' in error)) return error
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack, code: codeOf(error) })
}

const readUpload = async (request: FastifyRequest, entry: Endpoint): Promise<{ input: unknown; upload: Upload }> => {
  const part = request.isMultipart() ? await request.file() : undefined
  if (!part || part.fieldname !== 'file') throw new DomainError('badRequest', {}, 'file')
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) => (field && 'value' in field ? [[name, field.value]] : [])),
  )
  const input = tidyInput(fields, entry.input)
  const problem = request.compileValidationSchema(entry.input, 'body')
  if (!problem(input)) {
    part.file.resume()
    throw Object.assign(new Error('invalid upload'), { validation: problem.errors ?? [] })
  }
  return { input, upload: { name: part.filename, stream: part.file } }
}

const sendFile = (reply: FastifyReply, file: FileReply): FastifyReply => {
  const name = encodeURIComponent(file.name)
  return reply
    .header('content-type', file.mime)
    .header('content-length', file.size)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${file.inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
    .header('cache-control', file.public ? 'public, max-age=3600' : 'private, max-age=300')
    .header('etag', file.etag)
    .send(file.stream)
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: { actor: Actor; scope: Scope; locale: Language }
    failureCode?: number
  }
  interface FastifyContextConfig {
    entry?: Endpoint
  }
}
