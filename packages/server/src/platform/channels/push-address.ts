import { isIP } from 'node:net'
import { isPrivateAddress } from './http-request.ts'

/** `push.example.lan, 10.1.2.3:8443`: hosts of push services inside, each with its port unless it is the usual one. */
export const namedHosts = (setting: string | undefined): string[] =>
  (setting ?? '')
    .split(/[,\s]+/)
    .filter((host) => host !== '')
    .map((host) => host.toLowerCase())

export const isHost = (host: string): boolean => URL.canParse(`https://${host}/`) && new URL(`https://${host}/`).pathname === '/'

/** The operating company has named this very host: it may stand inside, and need not be encrypted. */
export const isNamed = (address: string, setting: string | undefined): boolean =>
  namedHosts(setting).includes(new URL(address).host)

/**
 * Whether messages may be sent to the address of a subscription. It comes from a browser, but anybody can send another: it must be one outside, or everybody
 * with an account could make us call what stands in our own network.
 */
export const isPushAddress = (address: string, setting: string | undefined): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (isNamed(address, setting)) return protocol === 'https:' || protocol === 'http:'
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && host !== 'localhost' && (isIP(host) === 0 || !isPrivateAddress(host))
}
