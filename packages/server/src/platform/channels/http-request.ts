import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { request as plainRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { storable } from '../storable.ts'
import type { Sent } from './provider.ts'

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The operator has allowed addresses of this machine or a private network. */
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  readonly text: string
  /** Whether all of its body has come. Otherwise the text is only its beginning, and the status is what it says. */
  readonly complete: boolean
  readonly headers: IncomingHttpHeaders
}

/** How much of an answer is read (bytes). */
const answerBytes = 65_536

const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  // IPv4 addresses embedded in IPv6: NAT64, also with a local prefix, 6to4 and Teredo.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['fec0::', 10],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** Whether an address is this machine, a private network, or not a single machine's address. */
export const isPrivateAddress = (address: string): boolean => closed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const refused = (host: string): Error => new Error(`${host} is an address of this machine or of a private network`)

/** Checks the addresses during the lookup itself, so that no second lookup can return others. */
const publicLookup: LookupFunction = (host, options, done) => {
  resolveName(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error(`${host} has no address`), '', 4)
    if (found.some(({ address }) => isPrivateAddress(address))) return done(refused(host), '', 4)
    if (options.all) return done(null, found)
    return done(null, first.address, first.family)
  })
}

/**
 * One HTTP request to a provider. Follows no redirect, and reaches private addresses only where that is allowed. A status that has arrived is
 * the answer, even if its body is too long, breaks off, hangs or should not be there: what was accepted must not be sent again because of it.
 */
export const httpRequest = ({ method, url, headers, body, allowPrivate, signal }: HttpCall): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const target = new URL(url)
    const host = target.hostname.replace(/^\[|\]$/g, '')
    if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) return reject(refused(host))
    const send = target.protocol === 'https:' ? secureRequest : plainRequest
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options: RequestOptions = { method, headers: { ...headers, ...length }, signal, agent: false }
    let answered: (() => void) | undefined
    const call = send(target, allowPrivate ? options : { ...options, lookup: publicLookup }, (answer) => {
      const pieces: Buffer[] = []
      let size = 0
      const done = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(pieces).subarray(0, answerBytes).toString('utf8'),
          complete: answer.complete && size <= answerBytes,
          headers: answer.headers,
        })
      answered = done
      answer.on('data', (piece: Buffer) => {
        size += piece.length
        pieces.push(piece)
        if (size <= answerBytes) return
        done()
        answer.destroy()
      })
      answer.on('error', done)
      answer.on('end', done)
    })
    call.on('error', (error) => (answered ? answered() : reject(error)))
    call.end(body)
  })

/** The JSON of an answer, or undefined if it is none. */
export const jsonOf = (text: string): unknown => {
  try {
    // Some begin with a byte order mark, which is no JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** The value at a path such as `data.0.id`. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((holder, name) => {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
    return (holder as Record<string, unknown>)[name]
  }, value)

export const textAt = (value: unknown, path: string): string | null => {
  const found = valueAt(value, path)
  // A receipt with a text that cannot be stored would be sent again and again.
  const text = typeof found === 'string' ? storable(found) : typeof found === 'number' ? String(found) : ''
  return text === '' ? null : text
}

const reasonLength = 300
export const shortReason = (reason: string): string => storable(reason).replaceAll(/\s+/g, ' ').trim().slice(0, reasonLength)

export const noAnswer = 'no answer within the time limit'

/** The result of an attempt that ended with an error: the provider does not work now. */
export const failedBy = (error: unknown, signal: AbortSignal): Extract<Sent, { result: 'failed' }> => {
  if (signal.aborted) return { result: 'failed', reason: noAnswer }
  return { result: 'failed', reason: shortReason(error instanceof Error ? error.message || error.name : String(error)) }
}
