import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { DomainError, envelopeOf, keyRightOf, opensJoined, type Endpoint, type Language } from '@emberwatch/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { finished } from 'node:stream'
import { unauthenticated, type Actor, type Ctx, type Origin } from '../context.ts'
import { narrowJoined, scoped, type Scope } from '../database/scope.ts'
import { localeOf, timeZoneOf } from '../i18n.ts'
import { assertVisible } from '../refs.ts'
import type { Binding, FileReply } from './binding.ts'
import { assertMayCall, callerOf, originOf, requestIdOf, type Sessions } from './caller.ts'
import { parseForm, registerBodyParsers } from './body-parsers.ts'
import { isBrokenOff } from './broken-off.ts'
import type { CallSettings } from './call-settings.ts'
import { openEventStream } from './event-stream.ts'
import { compression } from './compression.ts'
import { failureOf, InvalidInput, withoutRow } from './failure.ts'
import { isUnknownRight, keyOf, type Keys } from './keys.ts'
import { lazyCompilers } from './lazy-compilers.ts'
import { createKnownCallers } from './known-callers.ts'
import { createLiveSessions } from './live-sessions.ts'
import { readUpload, unreadable } from './read-upload.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { sendFile } from './send-file.ts'
import { admit, limitUnauthenticated, type UnauthenticatedLimits } from './unauthenticated.ts'
import { answerBrokenRequest, endSlowBodies, endSlowBody, timeLimits, withTimeout, type TimeLimits } from './time-limits.ts'
import { addressOf, createUnknownAddresses } from './unknown-addresses.ts'
import { ajvOptions, normalizeInput } from './validation.ts'

/** One served call, for the API log. */
export interface ServedCall {
  readonly entry: Endpoint
  readonly actor: Actor
  readonly origin: Origin
  readonly method: string
  readonly url: string
  readonly params: Record<string, unknown>
  readonly status: number
  /** The envelope's code. */
  readonly code: number
  readonly ms: number
}

export interface HttpOptions extends Sessions {
  readonly bindings: readonly Binding[]
  /** Who calls with keys. Without it, calls that ask for one are refused. */
  readonly keys?: Keys
  /** What all requests share. */
  readonly base: Pick<Ctx, 'systemDb' | 'clock' | 'config' | 'files' | 'jobs'>
  readonly onServed: (call: ServedCall) => void
  /** Performs a write with an `Idempotency-Key` once, and repeats the first answer after that (features/base/app-request). */
  readonly answerOnce?: (
    ctx: Ctx,
    requestId: string,
    entry: Endpoint,
    input: object,
    perform: (ctx: Ctx) => Promise<unknown>,
  ) => Promise<unknown>
  /** What administrators set for individual calls. */
  readonly callSettings?: Pick<CallSettings, 'of'>
  readonly log: Logger
  readonly maxUploadBytes: number
  readonly timeLimits?: TimeLimits
  readonly callsAMinute?: number
  readonly unauthenticatedLimits?: UnauthenticatedLimits
  /** How many files and connections the process may have open. */
  readonly openFiles?: number
  /** Registers plugins that must know every route. */
  readonly before?: (server: FastifyInstance) => Promise<void>
}

/** Calls per minute of one address, or of one live session, across all calls without their own limit. */
const callsAMinute = 6_000
/** How many addresses, or pairs of address and call, are tracked at a time. */
const countedAddresses = 10_000

/** Largest body without a session, and with one (bytes): a thousand ids take 20 KB. Files have their own limits. */
const publicBytes = 16_384
const sessionBytes = 262_144

/**
 * The HTTP server with one route per binding. Default-deny: an endpoint without declared access prevents the start. Order of
 * checks: session → access → input → refs within scope → verb.
 */
export const createHttpServer = async (options: HttpOptions): Promise<FastifyInstance> => {
  const limits = options.timeLimits ?? timeLimits
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: sessionBytes,
    forceCloseConnections: true,
    requestTimeout: limits.uploadMs,
    keepAliveTimeout: options.base.config.httpIdleS * 1_000,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(limits.headersMs, 5_000) },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      const { status, body } = failureOf(error, localeOf(request.headers['accept-language']), request.id)
      void (reply as FastifyReply).status(status).send(body)
    },
    // Otherwise everybody behind a proxy would count as one address, for example when attempts are limited.
    trustProxy: options.base.config.trustProxy ?? false,
    // Each call's route parses its query: an exception in the router would end the process.
    routerOptions: { querystringParser: () => ({}), ignoreTrailingSlash: true },
    ajv: { customOptions: ajvOptions },
    schemaController: { compilersFactory: lazyCompilers },
  })
  addSecurityHeaders(server, options.base.config)
  limitUnauthenticated(server, options.log, options.openFiles ?? Infinity, options.unauthenticatedLimits)
  // Before anything may refuse it.
  endSlowBodies(server, limits)
  await server.register(compress, compression())
  registerBodyParsers(server)
  await server.register(multipart, {
    limits: {
      files: 1,
      fields: 10,
      parts: 11,
      fieldSize: 4_096,
      fieldNameSize: 100,
      headerPairs: 20,
      fileSize: options.maxUploadBytes,
    },
  })
  const liveSessions = createLiveSessions(countedAddresses)
  const ownLimit = (request: FastifyRequest): number | undefined => {
    const { entry } = request.routeOptions.config
    return entry && (options.callSettings?.of(entry.path)?.perMinute ?? entry.perMinute)
  }
  await server.register(rateLimit, {
    timeWindow: '1 minute',
    cache: countedAddresses,
    // Reloading the console and probing it must always get an answer, and cost next to nothing.
    allowList: ({ routeOptions: { url = '/api/' } }) => !url.startsWith('/api/') && url !== '/metrics',
    max: (request) => ownLimit(request) ?? options.callsAMinute ?? callsAMinute,
    keyGenerator: (request) => {
      const address = addressOf(request)
      if (ownLimit(request) !== undefined) return `${address} ${request.routeOptions.url}`
      return liveSessions.keyOf(request.headers.authorization) ?? address
    },
  })

  const unknownAddresses = createUnknownAddresses(options.log)
  server.setErrorHandler((error, request, reply) => {
    const locale = localeOf(request.headers['accept-language'])
    const brokenOff = isBrokenOff(request, error)
    const { status, body, unexpected, retryAfterS } = failureOf(
      brokenOff ? new DomainError('unreadable') : unknownAddresses.answerOf(request, error),
      locale,
      request.id,
      timeZoneOf(request.headers['time-zone']),
      request.isMultipart() ? options.maxUploadBytes : request.routeOptions.bodyLimit,
    )
    if (brokenOff) options.log.debug({ err: error, traceId: request.id, url: request.routeOptions.url }, 'request broken off')
    if (unexpected)
      options.log.error({ err: withoutRow(error), traceId: request.id, url: request.routeOptions.url }, 'request failed')
    request.failureCode = body.code
    if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
    void reply.status(status).header('cache-control', 'no-store').send(body)
    return reply
  })

  await options.before?.(server)
  const knownCallers = createKnownCallers(options.authenticate)
  const { keys } = options
  const knownKeys = keys && createKnownCallers((secret) => keys.find(secret))
  const forget = (): void => {
    knownCallers.forget()
    knownKeys?.forget()
  }
  for (const binding of options.bindings)
    // A stream outlives a remembered caller, so its session is looked up.
    addRoute(
      server,
      binding,
      {
        ...options,
        ...(binding.entry.reply === 'stream' ? {} : { authenticate: knownCallers.of }),
        ...(keys && knownKeys ? { keys: { ...keys, find: knownKeys.of } } : {}),
      },
      liveSessions,
      forget,
    )
  return server
}

const addRoute = (
  server: FastifyInstance,
  { entry, verb }: Binding,
  options: HttpOptions,
  liveSessions: ReturnType<typeof createLiveSessions>,
  forgetCallers: () => void,
): void => {
  if (!entry.access || (Array.isArray(entry.access) && entry.access.length === 0) || isUnknownRight(entry.access))
    throw new Error(`${entry.path} declares no access`)
  const place = entry.method === 'GET' ? 'querystring' : 'body'
  const isMultipart = entry.body === 'multipart'
  const times = options.timeLimits ?? timeLimits
  const right = keyRightOf(entry.access)
  // A partner's calls have database connections of their own.
  const systemDb = (right !== undefined && options.keys?.systemDb) || options.base.systemDb

  server.route({
    method: entry.method,
    url: `/api/${entry.path}`,
    bodyLimit: entry.access === 'public' ? publicBytes : sessionBytes,
    schema: {
      summary: entry.summary,
      tags: [entry.path.split('/').slice(0, 2).join('/')],
      ...(right === undefined ? {} : { security: [{ key: [] }] }),
      ...(isMultipart ? {} : { [place]: entry.input }),
      ...(entry.reply ? {} : { response: { 200: envelopeOf(entry.output) } }),
    },
    // A file that is served without a session is protected only by its id.
    config: { entry, secretAddress: entry.access === 'public' && entry.reply === 'binary' },
    // Before the body is read: an unauthenticated call to a protected endpoint costs nothing.
    preParsing: async (request, reply, payload) => {
      // The caller is identified before access is checked, so that a rejection is logged under their name.
      const began = performance.now()
      const key = right === undefined ? undefined : await withTimeout(times.answerMs, keyOf(request, options.keys))
      request.caller = key
        ? { actor: key.actor, scope: key.scope, locale: localeOf(request.headers['accept-language']) }
        : await withTimeout(times.answerMs, callerOf(request, right === undefined ? options : noSessions))
      request.checkedMs = performance.now() - began
      const isKnown = request.caller.actor.accountType !== 'unauthenticated'
      liveSessions.note(request.headers.authorization, isKnown)
      if (isKnown || key) admit(request)
      if (key) {
        await withTimeout(times.answerMs, options.keys?.use(key, request.ip) ?? Promise.resolve())
        finished(reply.raw, options.keys?.admit(key) ?? (() => undefined))
      }
      if (options.callSettings?.of(entry.path)?.enabled === false) throw new DomainError('unavailable')
      assertMayCall(entry, request.caller.actor)
      if (request.headers['content-encoding']) throw new DomainError('mediaType')
      if (isMultipart) endSlowBody(request, true, times)
      return payload
    },
    preValidation: async (request) => {
      if (isMultipart) return
      const raw = place === 'body' ? request.body : parseForm(request.url.split('?', 2)[1] ?? '')
      const { input, refused } = normalizeInput(raw, entry.input)
      if (place === 'body') request.body = input
      else request.query = input
      if (refused.length > 0) throw new InvalidInput(refused)
    },
    handler: async (request, reply) => {
      const { actor, scope: whole, locale } = request.caller
      // In projects that the caller's company has joined, changes are limited to what the owner allows.
      const scope = narrowJoined(whole, ({ rights }) => opensJoined(entry, rights))
      const origin = originOf(request)
      const call = { access: entry.access, ...(entry.also === undefined ? {} : { also: entry.also }) }
      const ctx: Ctx = { ...options.base, systemDb, actor, scope, locale, origin, call, db: scoped(systemDb, scope) }
      if (isMultipart) {
        const { input, upload } = await readUpload(request, entry)
        return envelope(await verb(ctx, input, upload).catch((error: unknown) => unreadable(error, upload)))
      }
      const input = (place === 'body' ? request.body : request.query) as object
      if (entry.reply === 'stream') {
        await assertVisible(ctx.db, entry.input, input)
        await verb(ctx, input, openEventStream(request, reply))
        return reply
      }
      const perform = async (own: Ctx): Promise<unknown> => {
        await assertVisible(own.db, entry.input, input).catch(async (error: unknown) => {
          // For an object that the caller sees but may not change, the error says so instead of denying its existence.
          if (scope !== whole) await assertVisible(scoped(systemDb, whole), entry.input, input)
          throw scope === whole ? error : new DomainError('joinedOnly')
        })
        return verb(own, input, undefined)
      }
      const requestId = entry.once ? requestIdOf(request) : undefined
      const work = (): Promise<unknown> =>
        requestId !== undefined && options.answerOnce ? options.answerOnce(ctx, requestId, entry, input, perform) : perform(ctx)
      const answer = await (entry.takesLong ? work() : withTimeout(times.answerMs - request.checkedMs, work()))
      return entry.reply === 'binary' ? sendFile(request, reply, answer as FileReply) : envelope(answer)
    },
    onSend: async (_request, reply, payload) => {
      // Before the answer is sent: the caller's next call may already depend on this change.
      if (entry.method !== 'GET') forgetCallers()
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return payload
    },
    onResponse: async (request, reply) => {
      options.onServed({
        entry,
        actor: request.caller?.actor ?? unauthenticated,
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

/** On calls that ask for a key, a session opens nothing. */
const noSessions: Sessions = { authenticate: async () => null }

declare module 'fastify' {
  interface FastifyRequest {
    caller: { actor: Actor; scope: Scope; locale: Language }
    /** How much of the answer's time limit authentication has used (ms). */
    checkedMs: number
    failureCode?: number
  }
  interface FastifyContextConfig {
    entry?: Endpoint
  }
}
