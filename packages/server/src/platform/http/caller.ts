import { DomainError, keyRightOf, mayCall, type Endpoint, type Language } from '@emberwatch/contract'
import type { FastifyRequest } from 'fastify'
import { unauthenticated, type Actor, type Origin } from '../context.ts'
import type { Scope } from '../database/scope.ts'
import { localeOf } from '../i18n.ts'
import { bearerOf } from './keys.ts'

interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

export interface Sessions {
  /** The caller of a token. Null if its session has ended. */
  readonly authenticate: (token: string) => Promise<Caller | null>
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  traceId: request.id,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  timeZone: request.headers['time-zone'],
  host: request.hostname,
})

/** The id that the caller generated for a write (`once`). @throws DomainError badRequest if it is not a UUID */
export const requestIdOf = (request: FastifyRequest): string | undefined => {
  const id = request.headers['idempotency-key']
  if (id === undefined) return undefined
  if (typeof id !== 'string' || !isUuid.test(id)) throw new DomainError('badRequest')
  return id.toLowerCase()
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The caller of the session, or nobody without one. */
export const callerOf = async (
  request: FastifyRequest,
  { authenticate }: Sessions,
): Promise<Caller & { readonly locale: Language }> => {
  const locale = localeOf(request.headers['accept-language'])
  const token = bearerOf(request)
  const session = token === undefined ? null : await authenticate(token)
  return { actor: session?.actor ?? unauthenticated, scope: session?.scope ?? { kind: 'none' as const }, locale }
}

/** Checks session and access before any of the input is looked at. */
export const assertMayCall = (entry: Endpoint, actor: Actor): void => {
  // Before everything else, so that a call is closed to walls unless it is declared open, public ones included.
  if (actor.kiosk && !entry.kiosk) throw new DomainError('noAccess')
  if (entry.access === 'public') return
  const right = keyRightOf(entry.access)
  if (right !== undefined) {
    if (!actor.key) throw new DomainError('keyInvalid')
    if (!actor.key.rights.has(right)) throw new DomainError('noAccess')
    return
  }
  if (actor.accountType === 'unauthenticated' || actor.key) throw new DomainError('sessionInvalid')
  if (actor.mustChangePassword && !entry.beforePasswordChange) throw new DomainError('mustChangePassword')
  if (actor.mustSetUpTwoStep && !entry.beforePasswordChange && !entry.beforeTwoStep) throw new DomainError('mustSetUpTwoStep')
  if (actor.issuer && (entry.inPerson || (actor.issuer.byKey && entry.lasting))) throw new DomainError('notInPerson')
  if (!mayCall(entry, true, actor.operations)) throw new DomainError('noAccess')
}
