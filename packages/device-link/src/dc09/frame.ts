import { isUtf8 } from 'node:buffer'
import { storableText } from '../json.ts'
import { divide } from './blocks.ts'
import { decrypt, type Dc09Key } from './crypto.ts'
import { asBuffer, carriageReturn, checksumOf, headOf, lineFeed, messageStart, type Dc09Tolerance } from './cut.ts'
import { ids, knownIds } from './terms.ts'

/** One message of SIA DC-09 (5.5.1). */
export interface Dc09Frame {
  /** What its data is: `SIA-DCS`, `ADM-CID`, `NULL`, a maker's own, or an answer. Without the star of an encrypted one. */
  readonly id: string
  /** Four digits, or what was sent in their place, which is no number. Some senders always say 0000 when they poll. */
  readonly sequence: string
  /** Who speaks, as it was sent, without the letter before it. Undefined: it was not sent, which is not the same as empty. */
  readonly receiver: string | undefined
  readonly line: string | undefined
  readonly account: string | undefined
  /** What stands between the first brackets, with the account in it. */
  readonly data: string
  /** Extended data by its letter. What has the same letter is joined with semicolons. */
  readonly extended: Readonly<Record<string, string>>
  /** The sender's clock as `YYYY-MM-DDTHH:MM:SSZ`; as it was sent if it is no time. Undefined if it says none. */
  readonly time: string | undefined
}

/**
 * What is wrong with a message that can be read all the same. `checksum`: not answered, so that it is sent again. `length`: its length or its
 * end. `key`: encrypted, and none of the keys is its own, so that its data is empty. `id`: not one that we know.
 */
export type Dc09Flaw = 'checksum' | 'length' | 'key' | 'id'

export interface Dc09Received extends Dc09Frame {
  /** The account in the data: some senders name none before it. */
  readonly dataAccount: string | undefined
  readonly encrypted: boolean
  /** The key that it was read with. */
  readonly key: Dc09Key | undefined
  /** A bracket is missing, or something stands behind them that belongs nowhere. */
  readonly cut: boolean
  readonly flaw: Dc09Flaw | undefined
}

export interface Dc09Options extends Dc09Tolerance {
  /** The account's keys: each is tried. */
  readonly keys?: readonly Dc09Key[]
  /** The encoding of texts that are not UTF-8. The standard says Windows-1252. */
  readonly encoding?: 'windows-1252' | 'gb18030'
}

const decoders = { 'windows-1252': new TextDecoder('windows-1252'), gb18030: new TextDecoder('gb18030') }
const headPattern = /^"(\*?)([^"]{1,32})"(.{4})([^[]{0,100})(?:\[|$)/s
const addressPattern = /^(?:R([!-~]*?))?(?:L([!-~]*?))?(?:#([ -~]*))?$/
const clockPattern = /^(\d\d):(\d\d):(\d\d),(\d\d)-(\d\d)-(\d{4})$/
const maxTimeLength = 40

/**
 * Reads a frame that `cutDc09` found. Undefined if it is so damaged that it says neither its id nor its sequence. A wrong check sum, a wrong
 * length or a missing key does not keep the rest from being read. Never throws.
 */
export const readDc09 = (received: Uint8Array, options: Dc09Options = {}): Dc09Received | undefined => {
  const bytes = asBuffer(received)
  const head = headOf(bytes, 0, options)
  const start = head?.message ?? messageStart(bytes)
  if (bytes[0] !== lineFeed || start < 0) return undefined
  const isEnded = bytes[bytes.length - 1] === carriageReturn
  const message = bytes.subarray(start, bytes.length - Number(isEnded))
  const [sent = '', star, id = '', sequence = '', address = ''] = headPattern.exec(message.toString('latin1')) ?? []
  if (id === '') return undefined
  const encrypted = star === '*'
  const body = message.subarray(sent.length)
  const { key, text } = encrypted ? opened(body.toString('latin1'), options.keys ?? []) : { text: body }
  const parts = partsOf(text === undefined ? ']' : decoded(text, options), sent.endsWith('['))
  // A NAK says R0L0A0 whoever it is for.
  const [, receiver, line, account] = (id === ids.nak ? null : addressPattern.exec(address)) ?? []
  const flawOf = (): Dc09Flaw | undefined => {
    if (head?.checksum !== checksumOf(message)) return 'checksum'
    if (!head.lengths.includes(message.length) || !(isEnded || options.missingEnd === true)) return 'length'
    if (text === undefined) return 'key'
    return knownIds.has(id) ? undefined : 'id'
  }
  const { account: dataAccount } = divide(id, parts.data, account)
  return { id, sequence, receiver, line, account, ...parts, dataAccount, encrypted, key, flaw: flawOf() }
}

/** The text with the first key that fits. */
const opened = (digits: string, keys: readonly Dc09Key[]): { key?: Dc09Key; text?: Buffer } => {
  for (const key of keys) {
    const text = decrypt(digits, key)
    if (text !== undefined) return { key, text }
  }
  return {}
}

const decoded = (text: Buffer, { encoding = 'windows-1252' }: Dc09Options): string =>
  isUtf8(text) ? text.toString() : decoders[encoding].decode(text)

/** Takes apart what stands behind the first bracket: `data][xextended…]_time`. */
const partsOf = (text: string, isOpened: boolean): Pick<Dc09Received, 'data' | 'extended' | 'time' | 'cut'> => {
  const end = text.indexOf(']')
  const data = end < 0 ? text : text.slice(0, end)
  const extended: Record<string, string> = {}
  let place = end < 0 ? text.length : end + 1
  for (const [block, content = ''] of text.slice(place).matchAll(/\[([^\]]*)\]/gy)) {
    place += block.length
    const [letter, value] = [content.slice(0, 1), content.slice(1)]
    if (content.trim() !== '') extended[letter] = extended[letter] === undefined ? value : `${extended[letter]}; ${value}`
  }
  const rest = text.slice(place)
  const time = rest.startsWith('_') ? readClock(rest.slice(1)) : undefined
  return { data, extended, time, cut: !isOpened || end < 0 || (rest !== '' && time === undefined) }
}

/** `HH:MM:SS,MM-DD-YYYY` in UTC as `YYYY-MM-DDTHH:MM:SSZ`. What is no time stays as it is. */
export const readClock = (text: string): string => {
  const [, hour, minute, second, month = '', day = '', year] = clockPattern.exec(text) ?? []
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return isTime && isDay ? `${year}-${month}-${day}T${hour}:${minute}:${second}Z` : storableText(text, maxTimeLength)
}

/** The other way round. What is no time stays as it is. */
export const writeClock = (time: string): string =>
  time.replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/, '$4,$2-$3-$1')
