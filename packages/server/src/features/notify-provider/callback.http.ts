import { providerKinds, type ProviderKind } from '@emberwatch/contract'
import { DomainError } from '@emberwatch/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { adapters } from '../../platform/channels/adapters.ts'
import type { Callback } from '../../platform/channels/adapter.ts'
import type { Ctx } from '../../platform/context.ts'
import { parseForm } from '../../platform/http/body-parsers.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { openSecrets, receiptUrlOf, type StoredProvider } from './provider-config.ts'
import { noteUnknownWord, providerOfToken } from './provider.store.ts'
import { takeReceipt } from './take-receipt.ts'

/** Without a session: the caller knows the address of a provider's receipts and, where providers sign, has its secret. */
const access = 'public'
/** Providers collect receipts: after a storm thousands may come in one request. All of them are stored before it is answered. */
const bodyBytes = 1024 * 1024
const token = /^[A-Za-z0-9_-]{32}$/

const isKind = (text: string): text is ProviderKind => Object.hasOwn(providerKinds, text)

const queryOf = (url: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parseForm(url.split('?', 2)[1] ?? '')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** The address as the provider called it: ours from outside, whatever proxies made of it, with what came in the query. */
const calledUrl = (provider: StoredProvider, request: FastifyRequest): string => {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  return `${receiptUrlOf(provider)}${query}`
}

export interface CallbackOptions {
  readonly ctx: Ctx
  readonly takeByPhone: (ctx: Ctx, recordId: number) => Promise<void>
  readonly log: Pick<Logger, 'warn'>
}

/**
 * `POST` and `GET /api/callback/<kind>/<token>`: what providers report about messages and calls. The address cannot be guessed; where a provider signs its
 * reports, they are checked. What names no message that went through this provider changes nothing, and is answered like everything else.
 */
export const registerCallbacks = (server: FastifyInstance, { ctx, takeByPhone, log }: CallbackOptions): void => {
  const answer = async (request: FastifyRequest<{ Params: { kind: string; token: string } }>) => {
    const { kind, token: shown } = request.params
    const provider = isKind(kind) && token.test(shown) ? await providerOfToken(ctx.systemDb, shown) : undefined
    const adapter = provider && adapters[provider.kind]
    if (!provider || provider.kind !== kind || !adapter?.receipts) throw new DomainError('pathUnknown')
    // A form in parts, which nobody reads here: acknowledged, its receipts would be lost.
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
    // All come again if one could not be stored, but those after it must not wait for it.
    await oneByOne(receipts, async (receipt) => {
      const result = await takeReceipt(ctx, takeByPhone, { providerId: provider.id, receipt }).catch((error: unknown) => {
        // A pressed 1 that could not be carried out is told to the person who pressed it; every other receipt comes again.
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
      handler: async (request, reply) => {
        const { type, body } = await answer(request)
        return reply.header('cache-control', 'no-store').type(type).send(body)
      },
    })
}
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no call of the contract: who may call it. */
    access?: 'public'
  }
}
