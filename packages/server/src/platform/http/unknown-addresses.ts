import { DomainError, errorCatalogue } from '@emberwatch/contract'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** How many wrong guesses of one client address are answered per minute. */
const guessesAMinute = 60
const minuteMs = 60_000
const maxTracked = 10_000

/** Whom a request is counted for. Of a caller who has gone already, the address is not known any more. */
export const addressOf = ({ ip }: { readonly ip?: string | undefined }): string => (ip === undefined ? 'gone' : normalizeIP(ip))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Knowing the address of this route is enough to use it; there is no authentication. */
    secretAddress?: boolean
    /** It asks for the token of whoever runs the program. */
    guarded?: boolean
  }
}

/**
 * Limits guessing of secret addresses and of keys: of a firmware download, a stored file, a provider's receipts, the open API, metrics. Only misses
 * are counted, so what is right always works, whoever else guesses behind the same proxy.
 */
export const createUnknownAddresses = (log: Pick<Logger, 'warn'>) => {
  let guesses = new Map<string, number>()
  let began = performance.now()
  return {
    /** The error that answers a failed request: its own, or that there were too many. */
    answerOf(request: FastifyRequest, error: unknown): unknown {
      if (!(error instanceof DomainError)) return error
      const { secretAddress, guarded } = request.routeOptions.config
      const isMiss = secretAddress && errorCatalogue[error.reason].status === 404
      // A browser asks without a token first, so that its user is asked for one.
      const isWrongToken = guarded && error.reason === 'wrongCredentials' && request.headers.authorization !== undefined
      if (!isMiss && !isWrongToken && error.reason !== 'keyInvalid') return error
      const now = performance.now()
      if (now - began >= minuteMs || guesses.size >= maxTracked) {
        guesses = new Map()
        began = now
      }
      const from = addressOf(request)
      const count = (guesses.get(from) ?? 0) + 1
      guesses.set(from, count)
      if (count <= guessesAMinute) return error
      if (count === guessesAMinute + 1)
        log.warn({ ip: request.ip, route: request.routeOptions.url }, 'somebody is guessing secret addresses or keys')
      return new DomainError('tooManyRequests', { seconds: Math.ceil((began + minuteMs - now) / 1_000) })
    },
  }
}
