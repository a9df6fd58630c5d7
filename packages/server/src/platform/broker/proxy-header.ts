import { isIP } from 'node:net'

/** Version 1 is one line of at most 107 bytes. */
const maxLineBytes = 107
/** Version 2 is 16 bytes plus the length they announce: addresses, and extensions that we skip. */
const fixedBytes = 16
const maxBinaryBytes = fixedBytes + 2048
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const version2 = 2
const local = 0
const [TCP4, TCP6] = [0x11, 0x21]

export interface ProxyHeader {
  /** Bytes of the header. What follows belongs to the connection itself. */
  readonly size: number
  /** The client's address. Undefined if the proxy speaks for itself (a health check) or does not know it. */
  address: string | undefined
}

/**
 * Reads a PROXY protocol header, version 1 or 2 (haproxy.org, proxy-protocol.txt), from the first bytes of a connection.
 * `partial`: more bytes are needed. `invalid`: it is not such a header.
 */
export const readProxyHeader = (bytes: Buffer): ProxyHeader | 'partial' | 'invalid' => {
  const start = bytes.subarray(0, signature.length)
  if (start.equals(signature.subarray(0, start.length))) return start.length < signature.length ? 'partial' : readBinary(bytes)
  const word = bytes.subarray(0, 6).toString('latin1')
  return 'PROXY '.startsWith(word) || word === 'PROXY ' ? readLine(bytes) : 'invalid'
}

const readLine = (bytes: Buffer): ProxyHeader | 'partial' | 'invalid' => {
  const end = bytes.subarray(0, maxLineBytes).indexOf('\r\n')
  if (end === -1) return bytes.length < maxLineBytes ? 'partial' : 'invalid'
  const [, family, address = ''] = bytes.subarray(0, end).toString('latin1').split(' ')
  const size = end + 2
  if (family === 'UNKNOWN') return { size, address: undefined }
  const expected = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : undefined
  return expected !== undefined && isIP(address) === expected ? { size, address } : 'invalid'
}

const readBinary = (bytes: Buffer): ProxyHeader | 'partial' | 'invalid' => {
  if (bytes.length < fixedBytes) return 'partial'
  const versionAndCommand = bytes.readUInt8(12)
  const family = bytes.readUInt8(13)
  const size = fixedBytes + bytes.readUInt16BE(14)
  if (versionAndCommand >> 4 !== version2 || size > maxBinaryBytes) return 'invalid'
  if (bytes.length < size) return 'partial'
  if ((versionAndCommand & 0x0f) === local) return { size, address: undefined }
  const addresses = bytes.subarray(fixedBytes, size)
  if (family === TCP4 && addresses.length >= 12) return { size, address: addresses.subarray(0, 4).join('.') }
  if (family === TCP6 && addresses.length >= 36) return { size, address: ipv6(addresses.subarray(0, 16)) }
  return { size, address: undefined }
}

const ipv6 = (bytes: Buffer): string => {
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(group * 2).toString(16)).join(':')
}
