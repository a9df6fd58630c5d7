import type { EnumValue } from '@emberwatch/contract'

/** The first character, complete even if it takes two code units. */
const firstOf = (text: string): string => /^./u.exec(text)?.[0] ?? ''

/** A private person's name as lists show it: only its first character. Nobody is not shown as somebody whose name is masked. */
export const maskedName = (name: string): string => name && `${firstOf(name)}**`

/** `138****0000`: enough to recognise a number. */
export const maskedPhone = (phone: string | null): string | null =>
  phone && (phone.length < 11 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`)

/** `d***@example.com` */
export const maskedEmail = (email: string | null): string | null =>
  email && `${firstOf(email)}***${email.slice(email.indexOf('@'))}`

/** An address of the web as logs have it: many services put a token into the query. */
export const maskedUrl = (url: string): string => url.replace(/\?.*/s, '?***')

/** The account types that belong to private persons. */
export const privateTypes = ['customer', 'user'] as const satisfies EnumValue<'accountType'>[]

export const isPrivate = (type: string | null): boolean => (privateTypes as readonly (string | null)[]).includes(type)

/** The name of an account's owner, wherever it is shown. For a private person only the first character. */
export const nameShown = <N extends string | null>(type: string | null, name: N): N =>
  (name !== null && isPrivate(type) ? maskedName(name) : name) as N
