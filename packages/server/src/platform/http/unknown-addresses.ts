import { DomainError, errorCatalogue } from '@emberwatch/contract'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** How many wrong guesses of one address are answered in a minute. */
const guessesAMinute = 60
const minuteMs = 60_000
const maxTracked = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Anyone who knows the address of this route may use it: nobody is asked who they are. */
    secretAddress?: boolean
  }
}

/**
 * Limits who tries out addresses that are secret: of a firmware's download, a stored file, a provider's receipts. Only what led nowhere is counted, so a right
 * address always works, no matter who else guesses behind the same proxy.
 */
export const createUnknownAddresses = (log: Pick<Logger, 'warn'>) => {
  let guesses = new Map<string, number>()
  let began = performance.now()
  return {
    /** What a failed request is answered: its failure, or that there were too many. */
    answerOf(request: FastifyRequest, error: unknown): unknown {
      const { secretAddress } = request.routeOptions.config
      if (!secretAddress || !(error instanceof DomainError) || errorCatalogue[error.reason].status !== 404) return error
      const now = performance.now()
      if (now - began >= minuteMs || guesses.size >= maxTracked) {
        guesses = new Map()
        began = now
      }
      const from = normalizeIP(request.ip)
      const count = (guesses.get(from) ?? 0) + 1
      guesses.set(from, count)
      if (count <= guessesAMinute) return error
      if (count === guessesAMinute + 1)
        log.warn({ ip: request.ip, route: request.routeOptions.url }, 'somebody tries out secret addresses')
      return new DomainError('tooManyRequests', { seconds: Math.ceil((began + minuteMs - now) / 1_000) })
    },
  }
}
