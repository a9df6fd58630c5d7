import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** How many connections may be open over which nobody has signed in, shown a key, or been let in as a gateway. */
export interface StrangerLimits {
  readonly total: number
  /** From one address, unless it is this machine or a proxy that is trusted. */
  readonly perAddress: number
}

export const strangerLimits: StrangerLimits = { total: 5_000, perAddress: 500 }

/** The part of all descriptors for connections over HTTP, and for those of strangers: the others are for gateways and the database. */
const httpShare = 1 / 2
const strangersShare = 1 / 8

interface Stranger {
  readonly admit: () => void
  /** The address is not that of a single caller. */
  readonly share: () => void
}

const strangers = new WeakMap<Socket, Stranger>()
const isLocal = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)

/** The caller of a request is known: its connection is no longer counted. */
export const admit = ({ raw }: FastifyRequest): void => strangers.get(raw.socket)?.admit()

/**
 * Bounds connections of strangers, as the broker does. The oldest is closed first: a call takes moments, so those that stay are idle or
 * drip. Whoever signs in is let in, whatever strangers do, and so is who asks whether the program is ready.
 */
export const boundStrangers = (
  server: FastifyInstance,
  log: Pick<Logger, 'warn'>,
  openFiles: number,
  { total, perAddress }: StrangerLimits = strangerLimits,
): void => {
  const all = new Map<Socket, string>()
  const ofAddress = new Map<string, Set<Socket>>()
  const most = Math.min(total, Math.floor(openFiles * strangersShare))
  if (openFiles !== Infinity) server.server.maxConnections = Math.floor(openFiles * httpShare)
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
    const address = socket.remoteAddress ?? ''
    all.set(socket, address)
    strangers.set(socket, { admit: () => leave(socket), share: () => share(socket) })
    socket.once('close', () => leave(socket))
    if (all.size > most) close(all.keys().next().value, 'too many connections of strangers: the oldest is closed')
    if (isLocal(address)) return
    const same = ofAddress.get(address) ?? new Set()
    ofAddress.set(address, same.add(socket))
    if (same.size > perAddress) close(same.keys().next().value, 'too many connections of one address: the oldest is closed')
  })
  server.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    if (request.ip !== socket.remoteAddress) strangers.get(socket)?.share()
    done()
  })
  // Who knows a secret address is no stranger: a device that downloads its firmware takes long.
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.secretAddress && reply.statusCode < 400) admit(request)
    done(null, payload)
  })
}
