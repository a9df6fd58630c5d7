/** The first character, whole even where it takes two code units. */
const firstOf = (text: string): string => /^./u.exec(text)?.[0] ?? ''

/** A person's name as lists of private persons show it: its first character. */
export const maskedName = (name: string): string => `${firstOf(name)}**`

/** `138****0000`: enough to recognise a number by. */
export const maskedPhone = (phone: string | null): string | null =>
  phone && (phone.length < 11 ? `****${phone.slice(-2)}` : `${phone.slice(0, 3)}****${phone.slice(-4)}`)

/** `d***@example.com` */
export const maskedEmail = (email: string | null): string | null =>
  email && `${firstOf(email)}***${email.slice(email.indexOf('@'))}`

/** Do accounts of this type belong to private persons? */
export const isPrivate = (type: string | null): boolean => type === 'customer' || type === 'user'
