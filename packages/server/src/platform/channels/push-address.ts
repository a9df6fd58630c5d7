import { isIP } from 'node:net'
import { isPrivateAddress } from './http-request.ts'

/** `push.example.lan, 10.1.2.3:8443`: internal hosts of push services, with the port unless it is the default. */
export const namedHosts = (setting: string | undefined): string[] =>
  (setting ?? '')
    .split(/[,\s]+/)
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase())

export const isHost = (host: string): boolean => URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).pathname === '/'

/** Whether the operating company has listed exactly this host. It may then be internal, and need not be encrypted. */
export const isNamed = (address: string, setting: string | undefined): boolean =>
  namedHosts(setting).includes(new URL(address).host)

/**
 * Whether messages may be sent to the address of a subscription. Addresses come from browsers, but anybody can send any address. It must be
 * a public one, or everybody with an account could make us call hosts in our own network.
 */
export const isPushAddress = (address: string, setting: string | undefined): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (isNamed(address, setting)) return protocol === 'https:' || protocol === 'http:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && host !== 'localhost' && (isIP(host) === 0 || !isPrivateAddress(host))
}
