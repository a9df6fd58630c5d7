import { BlockList, createServer as createTcpServer, isIPv6 } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Server as TlsServer } from 'node:tls'
import type { BrokerLog } from './broker.ts'
import { readCertificate, watchCertificate } from './certificate.ts'
import type { CertificateFiles } from './certificate.ts'
import { readProxyHeader } from './proxy-header.ts'

export interface TlsOptions extends CertificateFiles {
  /** 0 takes a free port. */
  readonly port: number
  /** How often to check for a renewed certificate. */
  readonly reloadMs?: number
}

export interface ListenerOptions {
  readonly host: string
  /** Port for plain MQTT. 0 picks a free port, undefined opens none. */
  readonly port: number | undefined
  readonly tls?: TlsOptions | undefined
  /**
   * Addresses or networks (`10.0.0.0/8`) of load balancers that speak the PROXY protocol. It is required from these and accepted
   * from nobody else.
   */
  readonly proxies?: readonly string[] | undefined
  readonly log: BrokerLog
}

const reloadEveryMs = 10_000
/** TLS handshake, PROXY header. */
const openingMs = 10_000
const backlog = 4096

/** Accepts connections from gateways, plain or TLS, directly or through listed proxies, and determines their real address. */
export class Listener {
  readonly #options: ListenerOptions
  readonly #accept: (socket: Socket, address: string) => void
  readonly #proxies: BlockList
  readonly #servers: Server[] = []
  /** Connections not yet handed over: reading the PROXY header, TLS handshake. */
  readonly #opening = new Set<Socket>()
  #plain: Server | undefined
  #secure: Server | undefined
  #reload: NodeJS.Timeout | undefined

  constructor(options: ListenerOptions, accept: (socket: Socket, address: string) => void) {
    this.#options = options
    this.#accept = accept
    this.#proxies = blockList(options.proxies ?? [])
  }

  /** 0 while it is not listening. */
  get port(): number {
    return portOf(this.#plain)
  }

  get tlsPort(): number {
    return portOf(this.#secure)
  }

  get listening(): boolean {
    return this.#servers.length > 0 && this.#servers.every((server) => server.listening)
  }

  async start(): Promise<void> {
    const { port, tls } = this.#options
    try {
      if (port !== undefined) this.#plain = await this.#listen(port, (socket, address) => this.#handOver(socket, socket, address))
      if (tls !== undefined) this.#secure = await this.#listen(tls.port, this.#openSecure(tls))
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  /** Accepts no new connections. Those already handed over are up to the caller. */
  async stop(): Promise<void> {
    clearInterval(this.#reload)
    for (const socket of this.#opening) socket.destroy()
    await Promise.all(this.#servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  }

  #openSecure(tls: TlsOptions): (socket: Socket, address: string) => void {
    const { log } = this.#options
    const certificate = readCertificate(tls)
    const server: TlsServer = createTlsServer({ ...certificate, handshakeTimeout: openingMs })
    server.on('tlsClientError', (error) => log.info({ reason: error.message }, 'a tls connection was refused'))
    const reloadMs = tls.reloadMs ?? reloadEveryMs
    this.#reload = watchCertificate(tls, certificate, reloadMs, log, (renewed) => server.setSecureContext(renewed))
    const peers = new Map<string, { socket: Socket; address: string }>()
    const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    server.on('secureConnection', (secure) => {
      const peer = peers.get(nameOf(secure))
      if (peer === undefined) secure.destroy()
      else this.#handOver(secure, peer.socket, peer.address)
    })
    return (socket, address) => {
      const name = nameOf(socket)
      peers.set(name, { socket, address })
      socket.once('close', () => peers.delete(name))
      server.emit('connection', socket)
    }
  }

  #handOver(connection: Socket, socket: Socket, address: string): void {
    this.#opening.delete(socket)
    this.#accept(connection, address)
    connection.resume()
  }

  async #listen(port: number, open: (socket: Socket, address: string) => void): Promise<Server> {
    const server = createTcpServer((socket) => {
      socket.setNoDelay(true)
      this.#opening.add(socket)
      socket.once('close', () => this.#opening.delete(socket))
      socket.on('error', () => undefined) // the new owner of the socket gets the error too
      const address = socket.remoteAddress ?? ''
      if (this.#isProxy(address)) this.#readHeader(socket, address, open)
      else open(socket, address)
    })
    this.#servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: this.#options.host, port, backlog: backlog }, resolve)
    })
    server.on('error', (error) => this.#options.log.warn({ reason: error.message }, 'listener error'))
    return server
  }

  #isProxy(address: string): boolean {
    return this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }

  /** The header comes first, even before TLS. */
  #readHeader(socket: Socket, proxy: string, open: (socket: Socket, address: string) => void): void {
    let read = Buffer.alloc(0)
    const timer = setTimeout(() => socket.destroy(), openingMs)
    const onClose = () => clearTimeout(timer)
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk])
      const header = readProxyHeader(read)
      if (header === 'partial') return
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('close', onClose)
      socket.pause()
      if (header === 'invalid') {
        this.#options.log.warn({ proxy }, 'a proxy did not speak the PROXY protocol')
        socket.destroy()
        return
      }
      if (read.length > header.size) socket.unshift(read.subarray(header.size))
      open(socket, header.address ?? proxy)
    }
    socket.on('data', onData)
    socket.once('close', onClose)
  }
}

const portOf = (server: Server | undefined): number => {
  const address = server?.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Throws for anything that is neither an address nor a network. The settings were checked before. */
const blockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
