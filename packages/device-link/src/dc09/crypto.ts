import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

declare const checked: unique symbol
/** A key of 16, 24 or 32 bytes. Does not show itself when it is printed or made into JSON. */
export type Dc09Key = KeyObject & { readonly [checked]: true }

const keyBytes: ReadonlySet<number> = new Set([16, 24, 32])
const blockBytes = 16
/** All zeros (5.4.6). The padding in front has to make each message different. */
const firstVector = Buffer.alloc(blockBytes)
const bar = '|'.charCodeAt(0)
const bracket = ']'.charCodeAt(0)

/** The key for `readDc09` and `writeDc09`. Undefined if it has not 16, 24 or 32 bytes. */
export const dc09Key = (bytes: Uint8Array): Dc09Key | undefined =>
  keyBytes.has(bytes.length) ? (createSecretKey(bytes) as Dc09Key) : undefined

const cipherOf = (key: Dc09Key): string => `aes-${(key.symmetricKeySize ?? 0) * 8}-cbc`

/** Padding, then the text, encrypted, in hexadecimal digits (5.4.4). One byte of padding at least, sixteen at most. */
export const encrypt = (text: Uint8Array, key: Dc09Key): string => {
  const padding = blockBytes - (text.length % blockBytes)
  // Twelve bytes are sixteen letters of Base64: none of them is | or a bracket.
  const pad = randomBytes(12).toString('base64').slice(0, padding)
  const cipher = createCipheriv(cipherOf(key), key, firstVector).setAutoPadding(false)
  return Buffer.concat([cipher.update(Buffer.from(pad)), cipher.update(text), cipher.final()])
    .toString('hex')
    .toUpperCase()
}

/** What every encrypted message ends with. Random bytes do not. */
const ending = /^\]_\d\d:\d\d:\d\d,\d\d-\d\d-\d{4}$/
const endingBytes = 21

/**
 * The text in hexadecimal digits, without the padding and the bar behind it. Undefined if this is not its key: then no bracket and no time
 * stand at its end.
 */
export const decrypt = (digits: string, key: Dc09Key): Buffer | undefined => {
  if (digits.length === 0 || digits.length % (2 * blockBytes) !== 0 || !/^[\da-f]+$/i.test(digits)) return undefined
  const decipher = createDecipheriv(cipherOf(key), key, firstVector).setAutoPadding(false)
  const text = Buffer.concat([decipher.update(digits, 'hex'), decipher.final()])
  if (!ending.test(text.subarray(-endingBytes).toString('latin1'))) return undefined
  // The padding contains neither a bar nor a bracket. A poll and an answer may have no bar.
  const [first, end] = [text.indexOf(bar), text.indexOf(bracket)]
  return text.subarray(first >= 0 && first < end ? first + 1 : end)
}
