export type Json = null | boolean | number | string | Sent | Json[] | { [key: string]: Json }

/**
 * A value that is not valid JSON, or that would lose digits as a number. `text`: as it was sent. `value`: what it certainly means; left out
 * in doubt. `cut`: the message ended within it, so that its end is unknown.
 */
export class Sent {
  readonly text: string
  readonly value: boolean | number | string | null | undefined
  readonly cut: boolean

  constructor(text: string, value?: Sent['value'], cut = false) {
    this.text = text
    this.value = value
    this.cut = cut
  }
}

export interface TolerantResult {
  /** The objects and lists in the text, one after the other. */
  readonly values: Json[]
  /** The text ended before its last object did. */
  cut: boolean
  /** Something could not be read and was passed over. */
  broken: boolean
  /** Objects that the end of the text cut off. */
  open: ReadonlySet<object>
}

/** Deeper values are not read. */
const maxNesting = 64
/** How often a text may be read again from a quote that was taken for an escaped one. Keeps the time linear. */
const maxReturns = 32
/** Numbers beyond this lose digits. */
const largest = Number.MAX_SAFE_INTEGER

// eslint-disable-next-line no-control-regex -- devices send them
const blank = /[\s\u0000-\u001f\uFEFF]+/y
const bare = /[^\s,，{}[\]"'“”]+/y
const bareKey = /[^\s:：=,，{}[\]"'“”]+/y
const garbage = /[^,，;{}[\]"'“”]+/y
const outside = /[^{[]+/y
/** What must not be passed over without a look, in a text beside the message. */
const telling = /code|report|alarm|fire|smoke|heat|火|警|烟/i
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”' }
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i
const looseNumber = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const hexadecimal = /^0x[0-9a-f]{1,13}$/i
const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['none', null],
  ['undefined', null],
  ['nil', null],
])

/**
 * Reads JSON with the flaws that devices make. What is certain is repaired: quotes, commas, comments, words and numbers of other languages,
 * several objects, text around them. A doubtful value is kept as it was sent (`Sent`). In linear time. Undefined if there is no object and no
 * list. Never throws.
 */
export const readTolerantly = (text: string): TolerantResult | undefined => {
  const reader = new Reader(text)
  reader.readAll()
  const { values, cut, broken, open } = reader
  return values.length === 0 ? undefined : { values, cut, broken, open }
}

/** A number as JSON writes it. What would lose digits, or is too large for any number, is kept as it was sent. */
export const readNumber = (text: string): number | Sent | undefined => {
  if (!jsonNumber.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) <= largest ? value : new Sent(text)
}

class Reader {
  readonly values: Json[] = []
  readonly open = new Set<object>()
  cut = false
  broken = false
  readonly #text: string
  #at = 0
  #returns = maxReturns

  constructor(text: string) {
    this.#text = text
  }

  readAll(): void {
    while (this.#at < this.#text.length) {
      this.#blank()
      const beside = this.#take(outside)
      if (telling.test(beside)) this.broken = true
      if (this.#at < this.#text.length) this.values.push(this.#value(0))
    }
  }

  #value(depth: number): Json {
    if (depth > maxNesting) {
      this.cut = this.broken = true
      this.#at = this.#text.length
      return null
    }
    const next = this.#text.charAt(this.#at)
    if (next === '{') return this.#object(depth)
    if (next === '[') return this.#list(depth)
    return next in closingQuotes ? this.#string() : this.#bare()
  }

  #object(depth: number): Json {
    const fields: { [key: string]: Json } = {}
    this.#at++
    for (;;) {
      this.#separators()
      const next = this.#text.charAt(this.#at)
      if (next === '') return this.#endsIn(fields)
      if (next === '}') {
        this.#at++
        return fields
      }
      if (next === ']') {
        this.broken = true
        return fields
      }
      if (next === '{' || next === '[') {
        this.broken = true
        set(fields, `#${this.#at}`, this.#value(depth + 1))
      } else this.#field(fields, depth)
    }
  }

  #field(fields: { [key: string]: Json }, depth: number): void {
    const name = this.#text.charAt(this.#at) in closingQuotes ? textIn(this.#string()) : this.#take(bareKey)
    this.#blank()
    const next = this.#text.charAt(this.#at)
    if (next === '') return void (this.cut = true)
    if (next !== ':' && next !== '：' && next !== '=') {
      this.broken = true
      if (name === '') this.#pass()
      return
    }
    this.#at += this.#text.startsWith('=>', this.#at) ? 2 : 1
    this.#blank()
    const follows = this.#text.charAt(this.#at)
    if (follows === '') return void (this.cut = true)
    // One of two codes or lists is hidden.
    if (!this.broken && isHiding(name)) this.broken = Object.keys(fields).some((each) => sameName(each, name))
    set(fields, name, follows === ',' || follows === '，' || follows === '}' ? new Sent('') : this.#value(depth + 1))
    this.#afterValue()
  }

  #list(depth: number): Json {
    const items: Json[] = []
    this.#at++
    for (;;) {
      this.#separators()
      const next = this.#text.charAt(this.#at)
      if (next === '') return this.#endsIn(items)
      if (next === ']') {
        this.#at++
        return items
      }
      if (next === '}') {
        this.broken = true
        return items
      }
      const before = this.#at
      items.push(this.#value(depth + 1))
      this.#afterValue()
      if (this.#at === before) this.#pass()
    }
  }

  #endsIn<Value extends Json & object>(value: Value): Value {
    this.cut = true
    this.open.add(value)
    return value
  }

  /** Only a separator, an end or the next text may follow. Anything else was not understood. */
  #afterValue(): void {
    this.#blank()
    if (this.#take(garbage) !== '') this.broken = true
  }

  /** Passes over a character that stands for nothing. */
  #pass(): void {
    this.broken = true
    this.#at++
  }

  #string(): string | Sent {
    const start = this.#at + 1
    const closing = closingQuotes[this.#text.charAt(this.#at)] ?? '"'
    let possibleEnd = -1
    let at = start
    for (; at < this.#text.length; at++) {
      const char = this.#text.charAt(at)
      if (char === closing) break
      if (char !== '\\') continue
      at++
      // A lone backslash at the end of a text, as in "C:\" or in GBK.
      if (possibleEnd < 0 && this.#text.charAt(at) === closing && this.#endsText(at + 1)) possibleEnd = at
    }
    const isClosed = at < this.#text.length
    if (possibleEnd >= 0 && this.#returns > 0 && !(isClosed && this.#endsText(at + 1))) {
      this.#returns--
      this.#at = possibleEnd + 1
      return new Sent(this.#text.slice(start, possibleEnd))
    }
    this.#at = Math.min(at + 1, this.#text.length)
    const raw = this.#text.slice(start, at)
    if (!isClosed) {
      this.cut = true
      return new Sent(raw, undefined, true)
    }
    return unescape(raw)
  }

  /** Whether a text can end before this place. */
  #endsText(at: number): boolean {
    for (; at < this.#text.length; at++) {
      const char = this.#text.charAt(at)
      if (char > ' ') return ',，;}]:：=/'.includes(char)
    }
    return true
  }

  #bare(): Json {
    let token = this.#take(bare)
    const comment = token.search(/(?<!:)\/[/*]/)
    if (comment > 0) {
      this.#at -= token.length - comment
      token = token.slice(0, comment)
    }
    if (token === '') {
      this.#pass()
      return null
    }
    if (this.#at >= this.#text.length) {
      this.cut = true
      return new Sent(token, undefined, true)
    }
    const word = words.get(token.toLowerCase())
    if (word !== undefined) return word
    const number = readNumber(token)
    if (number !== undefined) return number
    if (hexadecimal.test(token)) return new Sent(token, Number(token))
    if (looseNumber.test(token)) {
      const value = Number(token)
      return new Sent(token, Math.abs(value) <= largest ? value : undefined)
    }
    // Not a number, or one that may be octal. Any other word is a text without quotes.
    return /^[+-]?(?:\d|nan\b|inf)/i.test(token) && !/[T:_]/.test(token) ? new Sent(token) : new Sent(token, token)
  }

  /** Blanks, comments and separators, as many as there are. */
  #separators(): void {
    for (;;) {
      this.#blank()
      if (!',，;'.includes(this.#text.charAt(this.#at) || '-')) return
      this.#at++
    }
  }

  #blank(): void {
    for (;;) {
      this.#take(blank)
      const isBlock = this.#text.startsWith('/*', this.#at)
      if (!isBlock && !this.#text.startsWith('//', this.#at) && !this.#text.startsWith('#', this.#at)) return
      const end = this.#text.indexOf(isBlock ? '*/' : '\n', this.#at)
      const comment = this.#text.slice(this.#at, end < 0 ? undefined : end)
      // Without line breaks, the rest of the message looks like a comment.
      if (telling.test(comment)) this.broken = true
      this.#at = end < 0 ? this.#text.length : end + (isBlock ? 2 : 1)
    }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [token = ''] = pattern.exec(this.#text) ?? []
    this.#at += token.length
    return token
  }
}

/** Names whose hidden duplicate may have been a fire. */
const isHiding = (name: string): boolean => /^\s{0,9}(?:code|reports)\s{0,9}$/i.test(name)
const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const set = (fields: { [key: string]: Json }, name: string, value: Json): void => {
  // Not assigned: `__proto__` is a name like any other.
  Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
}

const textIn = (value: string | Sent): string => (typeof value === 'string' ? value : value.text)

/** A text without its escapes. With a backslash that escapes nothing it is kept as it was sent: which of the others do is unknown. */
const unescape = (raw: string): string | Sent => {
  if (!raw.includes('\\')) return raw
  if (/\\(?:[^"'\\/bfnrtu]|u(?![0-9a-f]{4})|$)/i.test(raw.replaceAll('\\\\', '__'))) return new Sent(raw)
  return raw.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, hex: string | undefined, char: string) =>
    hex === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
