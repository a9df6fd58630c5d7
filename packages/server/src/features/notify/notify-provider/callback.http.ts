import { providerKinds, type ProviderKind } from '@emberwatch/contract'
import { DomainError } from '@emberwatch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { adapters } from '../../../platform/channels/adapters.ts'
import type { Callback } from '../../../platform/channels/adapter.ts'
import type { Ctx } from '../../../platform/context.ts'
import { parseForm } from '../../../platform/http/body-parsers.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { openSecrets, receiptUrlOf, type StoredProvider } from './provider-config.ts'
import { noteUnknownWord, providerOfToken } from './provider.store.ts'
import { takeReceipt } from './take-receipt.ts'

/** No session needed: the caller knows the secret address of a provider's receipts and, for providers that sign, the signing secret. */
const access = 'public'
/** Bytes of a request body. Providers batch receipts, and after a storm one request may contain thousands. All are stored before the answer. */
const bodyBytes = 1024 * 1024
const token = /^[A-Za-z0-9_-]{32}$/

const isKind = (text: string): text is ProviderKind => Object.hasOwn(providerKinds, text)

const queryOf = (url: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseForm(url.split('?', 2)[1] ?? '')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The address that the provider called: our public one, whatever proxies made of it, with the query. */
const calledUrl = (provider: StoredProvider, request: FastifyRequest): string => {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  return `${receiptUrlOf(provider)}${query}`
}

type CallbackRequest = FastifyRequest<{ Params: { kind: string; token: string } }>

export interface CallbackOptions {
  readonly ctx: Ctx
  readonly takeByPhone: (ctx: Ctx, recordId: number) => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

/**
 * `POST` and `GET /api/callback/<kind>/<token>`: what providers report about messages and calls. The address cannot be guessed, and
 * signatures are checked where a provider signs. A receipt that names no message of this provider changes nothing and is answered like any
 * other.
 */
export const registerCallbacks = (server: FastifyInstance, { ctx, takeByPhone, log }: CallbackOptions): void => {
  const findProvider = async (request: CallbackRequest): Promise<void> => {
    const { kind, token: shown } = request.params
    const provider = isKind(kind) && token.test(shown) ? await providerOfToken(ctx.systemDb, shown) : undefined
    if (provider?.kind !== kind) throw new DomainError('pathUnknown')
    request.provider = provider
  }
  const answer = async (request: CallbackRequest) => {
    const { provider } = request
    const adapter = provider && adapters[provider.kind]
    if (!provider || !adapter?.receipts) throw new DomainError('pathUnknown')
    // Multipart forms are not parsed here. If one were acknowledged, its receipts would be lost.
    if (request.isMultipart()) throw new DomainError('mediaType')
    const callback: Callback = {
      method: request.method,
      url: calledUrl(provider, request),
      query: queryOf(request.url),
      body: request.body ?? {},
      headers: request.headers,
    }
    const { settings } = provider
    const receipts = adapter.receipts(callback, { settings, secrets: openSecrets(ctx.config.dataDir, provider) })
    if (receipts === null) throw new DomainError('pathUnknown')
    const unknown = adapter.unknownWord?.(callback, { settings }) ?? null
    if (unknown !== null) await noteUnknownWord(ctx.systemDb, provider.id, unknown, ctx.clock.now())
    let taken: boolean | null = null
    // If one cannot be stored, the provider repeats all; but those after it must not wait for that.
    await oneByOne(receipts, async (receipt) => {
      const result = await takeReceipt(ctx, takeByPhone, { providerId: provider.id, receipt }).catch((error: unknown) => {
        // If a pressed 1 could not be carried out, the person who pressed it is told. All other receipts are sent again.
        if (!receipt.taken) throw error
        log.warn({ err: error }, 'an alarm could not be taken over by phone')
        return false
      })
      if (result !== null) taken = result
    })
    return adapter.reply?.(callback, taken) ?? { type: 'application/json', body: '{"code":0}' }
  }
  for (const method of ['GET', 'POST'] as const)
    server.route<{ Params: { kind: string; token: string } }>({
      method,
      url: '/api/callback/:kind/:token',
      bodyLimit: bodyBytes,
      schema: { hide: true },
      config: { access, secretAddress: true },
      // Before the body is read: anybody may send one here.
      onRequest: async (request) => {
        await findProvider(request)
      },
      handler: async (request, reply) => {
        const { type, body } = await answer(request)
        return reply.header('cache-control', 'no-store').type(type).send(body)
      },
    })
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route outside the contract: who may call it. */
    access?: 'public'
  }
  interface FastifyRequest {
    /** Of a receipt: whose address was called. */
    provider?: StoredProvider
  }
}
