import { limits } from './limits.ts'

/** Patterns of the specification's section 5, as decided in readings.md ("Numbers that the spec gives twice"). */
export const patterns = {
  account: `^[A-Za-z0-9]{${limits.accountMin},${limits.accountMax}}$`,
  /** An area prefix is separated from the number, or is a country code starting with + or 00. */
  phone: '^(?:(?:\\+|00)?\\d{1,4}[- ]|(?:\\+|00)\\d{1,3})?\\d{6,18}$',
  email: '^[^@\\s]{1,64}@[^@\\s.]+(?:\\.[^@\\s.]+)+$',
  version: '^\\d{1,2}\\.\\d{1,2}\\.\\d{1,3}$',
  pushUrl: '^https?://[^\\s/]+',
  storeUrl: '^https://[^\\s/]\\S*$',
  deviceCode: '^[A-Za-z0-9_-]{4,40}$',
  /** How a gateway addresses a device: often a short number on its bus. */
  communicationCode: '^[A-Za-z0-9_-]{1,40}$',
  orgCode: '^[A-Za-z0-9-]{2,30}$',
  imei: '^\\d{14,16}$',
  /** A key of AES-128, 192 or 256 in hexadecimal digits. */
  linkKey: '^(?:[\\dA-Fa-f]{32}|[\\dA-Fa-f]{48}|[\\dA-Fa-f]{64})$',
  // Only years that both people and the database use, and UTC offsets that exist.
  day: '^(?:19|[2-9]\\d)\\d{2}-',
  instant: '^(?:19|[2-9]\\d)\\d{2}-.*(?:[Zz]|[+-](?:0\\d|1[0-4]):[0-5]\\d)$',
  /** A host name as sent by browsers: no IP address, scheme, port or path. */
  domain: '^(?=.{4,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$',
} as const

export type RuleName = keyof typeof patterns

const compiled = new Map(Object.entries(patterns).map(([name, source]) => [name, new RegExp(source)]))

/** Whether `value` follows the named rule. */
export const follows = (rule: RuleName, value: string): boolean => compiled.get(rule)?.test(value) ?? false

/** Compares two version numbers number by number: negative, zero or positive, as for Array.sort. */
export const compareVersions = (a: string, b: string): number => {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
