import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** How many connections may be open over which nobody has signed in, shown a key, or been let in as a gateway. */
export interface UnauthenticatedLimits {
  readonly total: number
  /** From one address (IPv6: one network of 64 bits, which a single machine has), unless it is this machine or a trusted proxy. */
  readonly perAddress: number
}

const defaultLimits: UnauthenticatedLimits = { total: 5_000, perAddress: 500 }

/** The part of all descriptors for connections over HTTP, and for unauthenticated ones: the others are for gateways and the database. */
const httpShare = 1 / 2
const unauthenticatedShare = 1 / 8
/** Looking for idle connections takes time for each (ms). */
const makeRoomEveryMs = 1_000

interface Unauthenticated {
  readonly admit: () => void
  /** The address is not that of a single caller. */
  readonly share: () => void
}

const unauthenticated = new WeakMap<Socket, Unauthenticated>()
const isLocal = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

/** The caller of a request is known: its connection is no longer counted. */
export const admit = ({ raw }: FastifyRequest): void => unauthenticated.get(raw.socket)?.admit()

/**
 * Bounds unauthenticated connections, as the broker does. The oldest is closed first: a call takes moments, so those that stay are idle or
 * drip. Signing in is always possible, and so is asking whether the program is ready.
 */
export const limitUnauthenticated = (
  server: FastifyInstance,
  log: Pick<Logger, 'warn'>,
  openFiles: number,
  { total, perAddress }: UnauthenticatedLimits = defaultLimits,
): void => {
  const all = new Map<Socket, string>()
  const ofAddress = new Map<string, Set<Socket>>()
  const most = Math.min(total, Math.floor(openFiles * unauthenticatedShare))
  if (openFiles !== Infinity) server.server.maxConnections = Math.floor(openFiles * httpShare)
  let madeRoomAt = -Infinity
  // Known callers hold so many: without a line here nothing would tell why nobody else comes in, gateways and readiness among them.
  server.server.on('drop', () => {
    log.warn('a connection is refused: HTTP holds its half of all descriptors; idle ones are closed')
    const now = performance.now()
    if (now - madeRoomAt < makeRoomEveryMs) return
    madeRoomAt = now
    server.server.closeIdleConnections()
  })
  // Which bound it was does not matter to whoever reads the log: its lines are thinned out (sparing-log.ts).
  const close = (socket: Socket | undefined, why: string): void => {
    if (socket === undefined) return
    log.warn({ ip: all.get(socket) }, why)
    socket.destroy()
    leave(socket)
  }
  const share = (socket: Socket): void => {
    const address = all.get(socket) ?? ''
    const same = ofAddress.get(address)
    if (same?.delete(socket) && same.size === 0) ofAddress.delete(address)
  }
  const leave = (socket: Socket): void => {
    share(socket)
    all.delete(socket)
  }
  server.server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const address = normalizeIP(remoteAddress)
    all.set(socket, address)
    unauthenticated.set(socket, { admit: () => leave(socket), share: () => share(socket) })
    socket.once('close', () => leave(socket))
    if (all.size > most) close(all.keys().next().value, 'too many unauthenticated connections: the oldest is closed')
    if (isLocal(remoteAddress)) return
    const same = ofAddress.get(address) ?? new Set()
    ofAddress.set(address, same.add(socket))
    if (same.size > perAddress) close(same.keys().next().value, 'too many connections of one address: the oldest is closed')
  })
  server.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    if (request.ip !== socket.remoteAddress) unauthenticated.get(socket)?.share()
    done()
  })
  // A secret address counts as authentication: a device that downloads its firmware takes long. What everybody may read has none: the logo of
  // the sign-in page would let in whoever looks at it.
  server.addHook('onSend', (request, reply, payload, done) => {
    const isForAll = String(reply.getHeader('cache-control')).startsWith('public')
    if (request.routeOptions.config.secretAddress && reply.statusCode < 400 && !isForAll) admit(request)
    done(null, payload)
  })
}
