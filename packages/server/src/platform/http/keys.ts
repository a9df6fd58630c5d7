import { DomainError, enums, keyRightOf, type Access } from '@emberwatch/contract'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { Actor } from '../context.ts'
import type { Scope } from '../database/scope.ts'

/** A program that calls with a key. */
export interface KeyCaller {
  readonly actor: Actor & { readonly key: NonNullable<Actor['key']> }
  readonly scope: Scope
  readonly perMinute: number
}

export interface Keys<Caller extends KeyCaller = KeyCaller> {
  /** Connections of their own: whatever partners do, those of people stay free. */
  readonly systemDb: Kysely<Tables>
  /** The key of a secret. Null if there is none in force. */
  find(secret: string): Promise<Caller | null>
  /** Records that a key is used. @throws DomainError keyAddress if it may not be used from there */
  use(caller: Caller, ip: string): Promise<void>
  /** Lets a call in, until the returned function is called. @throws DomainError tooManyRequests */
  admit(caller: Caller): () => void
}

/** How many calls of all keys of a company are answered at the same time. */
const callsAtOnce = 3
const minuteMs = 60_000

/** Limits calls: of each key by the minute, and of each company at the same time, so that one partner takes no room from others. */
export const createKeyLimits = () => {
  let minutes = new Map<number, number>()
  let began = performance.now()
  const running = new Map<number | null, number>()
  return ({ actor: { key, companyId }, perMinute }: KeyCaller): (() => void) => {
    const now = performance.now()
    if (now - began >= minuteMs) {
      minutes = new Map()
      began = now
    }
    const count = (minutes.get(key.id) ?? 0) + 1
    minutes.set(key.id, count)
    if (count > perMinute) throw new DomainError('tooManyRequests', { seconds: Math.ceil((began + minuteMs - now) / 1_000) })
    const others = running.get(companyId) ?? 0
    if (others >= callsAtOnce) throw new DomainError('tooManyRequests', { seconds: 1 })
    running.set(companyId, others + 1)
    return () => {
      const left = (running.get(companyId) ?? 1) - 1
      if (left > 0) running.set(companyId, left)
      else running.delete(companyId)
    }
  }
}

const rights: ReadonlySet<string> = new Set(enums.openRight)

/** An object that is no known right of a key would let in every key, or none. */
export const isUnknownRight = (access: Access): boolean =>
  typeof access === 'object' && !Array.isArray(access) && !rights.has(keyRightOf(access) ?? '')

/** The token or key in the header of a request. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S{20,200})$/.exec(headers.authorization ?? '')?.[1]

/** The key that a program shows, on calls that ask for one. */
export const keyOf = async (request: FastifyRequest, keys: Keys | undefined): Promise<KeyCaller | null> => {
  const secret = bearerOf(request)
  return (secret !== undefined && (await keys?.find(secret))) || null
}
