import { DomainError, limits } from '@emberwatch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { failureOf } from './failure.ts'

/** How long anything may take before it is aborted (ms). */
export interface TimeLimits {
  /** Until all headers have arrived, counted from the start of the connection or the last answer. */
  readonly headersMs: number
  /** Until the body of a call has arrived. */
  readonly bodyMs: number
  /** Until an upload has arrived, and how long it may pause. */
  readonly uploadMs: number
  readonly uploadPauseMs: number
  /** Until a call is answered. Its work may still complete: the answer then says that the service is unavailable, not that nothing happened. */
  readonly answerMs: number
}

export const timeLimits: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  uploadMs: 30 * 60_000,
  uploadPauseMs: 30_000,
  answerMs: 10_000,
}

/**
 * Returns the result of `work` within `ms`.
 * @throws DomainError unavailable if it takes longer, for example because the database hangs
 */
export const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new DomainError('unavailable')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const watched = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Closes the connection of a request whose body does not arrive, whether it is answered or not. Every request begins with a deadline. One
 * whose caller may send for long is called with `mayTakeLong` then: it may only not pause.
 */
export const endSlowBody = ({ raw }: FastifyRequest, mayTakeLong: boolean, { bodyMs, uploadPauseMs }: TimeLimits): void => {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || (length === '0' && encoding === undefined)) return
  const before = watched.get(raw)
  clearInterval(before)
  const { socket } = raw
  let seen = mayTakeLong ? socket.bytesRead : undefined
  const timer = setInterval(
    () => {
      // It has arrived and waits to be read, for example until the caller is known.
      if (raw.complete) return clearInterval(timer)
      // Watches the socket: a listener on the stream would start it before its reader is ready.
      if (seen !== undefined && seen !== socket.bytesRead) seen = socket.bytesRead
      else raw.destroy(new DomainError('tooSlow'))
    },
    mayTakeLong ? uploadPauseMs : bodyMs,
  )
  watched.set(raw, timer)
  if (before === undefined) for (const event of ['end', 'close']) raw.once(event, () => clearInterval(watched.get(raw)))
}

/** A call that is answered before its body has arrived must not keep its connection, and neither must one that takes its time afterwards. */
export const endSlowBodies = (server: FastifyInstance, limits: TimeLimits): void => {
  const end = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    endSlowBody(request, false, limits)
    done()
  }
  server.addHook('onRequest', end)
  server.addHook('onResponse', end)
}

/** Answers a request that was not HTTP, too long or too slow like any other failure, and closes the connection. */
export const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const known = error.code === 'HPE_HEADER_OVERFLOW' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const { status, body } = failureOf(
    known ? error : new DomainError('unreadable'),
    limits.defaultLanguage,
    randomUUID(),
    undefined,
    16_384,
  )
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}
