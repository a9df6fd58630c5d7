import type { EnumValue } from '../../../enums.ts'

/**
 * Protocols whose gateways connect themselves and are known by an address in each frame, not by a name and a secret. How an address is
 * written: its one spelling, or undefined for what is none.
 */
const spellings = {
  /** GB/T 26875.3, 6.2.2: six bytes, a number up to 2^48 - 1. */
  gb26875: (text: string) => (/^\d{1,15}$/.test(text) && Number(text) < 2 ** 48 ? String(Number(text)) : undefined),
  /** SIA DC-09, 5.5.1.6: an account of 3 to 16 hexadecimal digits. */
  siaDc09: (text: string) => (/^[\dA-F]{3,16}$/i.test(text) ? text.toUpperCase() : undefined),
} as const satisfies Partial<Record<EnumValue<'modelProtocol'>, (text: string) => string | undefined>>

export type LinkProtocolName = keyof typeof spellings
export const linkProtocols = Object.keys(spellings) as readonly LinkProtocolName[]

/** Whether gateways of this protocol are known by an address. */
export const isLinkProtocol = (protocol: EnumValue<'modelProtocol'>): protocol is LinkProtocolName =>
  Object.hasOwn(spellings, protocol)

/** Whether gateways of this protocol may have a key with which they encrypt what they send. */
export const hasLinkKeys = (protocol: EnumValue<'modelProtocol'>): boolean => protocol === 'siaDc09'

/** An address as it is stored with its protocol: `gb26875:140`. Undefined if it is none. */
export const linkAddress = (protocol: LinkProtocolName, address: string): string | undefined => {
  const spelling = spellings[protocol](address.trim())
  return spelling === undefined ? undefined : `${protocol}:${spelling}`
}

/** A stored address in its parts. Undefined for what is none, such as a code of a gateway that signs in. */
export const linkAddressParts = (
  stored: string,
): { readonly protocol: LinkProtocolName; readonly address: string } | undefined => {
  const [, protocol = '', address = ''] = /^([^:]+):(.+)$/.exec(stored) ?? []
  const known = linkProtocols.find((each) => each === protocol)
  return known === undefined || linkAddress(known, address) !== stored ? undefined : { protocol: known, address }
}
