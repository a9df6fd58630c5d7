import { BlockList, isIP } from 'node:net'

interface Network {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

/** A network such as `203.0.113.0/24`, or a single address. Undefined for anything else. */
const parse = (text: string): Network | undefined => {
  const [, address = '', length] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const version = isIP(address)
  // An IPv4 network in the form of IPv6 would not match the same address in its own form.
  if (version === 0 || (version === 6 && /^(0{0,4}:)*:?ffff:/i.test(address) && address.includes('.'))) return undefined
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  return bits <= most ? { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined
}

/** Whether a text names a network. */
export const isNetwork = (text: string): boolean => parse(text) !== undefined

/** The networks of an allow-list. */
export const networksOf = (texts: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const text of texts) {
    const network = parse(text)
    if (network) list.addSubnet(network.address, network.bits, network.family)
  }
  return list
}

/** Whether an address lies in the networks, however it is written: `::ffff:203.0.113.7` is 203.0.113.7. */
export const isInNetworks = (networks: BlockList, address: string): boolean => {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  return version !== 0 && networks.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
