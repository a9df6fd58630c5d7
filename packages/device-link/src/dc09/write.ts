import { encrypt, type Dc09Key } from './crypto.ts'
import { carriageReturn, checksumOf, lineFeed, maxMessageBytes } from './cut.ts'
import { writeClock, type Dc09Frame, type Dc09Received } from './frame.ts'
import { ids } from './terms.ts'

/**
 * The bytes of a frame, encrypted if there is a key. Texts beyond ASCII are written in UTF-8. Throws if the message is too long, or if an
 * encrypted one says no time: nobody would accept it.
 */
export const writeDc09 = (frame: Dc09Frame, key?: Dc09Key): Buffer => {
  const { id, sequence, receiver, line, account, data, extended, time } = frame
  const address = named('R', receiver) + named('L', line) + named('#', account)
  const blocks = Object.entries(extended).map(([letter, text]) => `[${letter}${text}]`)
  const tail = `]${blocks.join('')}${named('_', time === undefined ? undefined : writeClock(time))}`
  if (key === undefined) return framed(`"${id}"${sequence}${address}[${data}${tail}`)
  if (time === undefined) throw new RangeError('an encrypted message needs a time')
  // The bar ends the padding; where no data follows, the bracket does.
  const text = data === '' && withoutBar.has(id) ? tail : `|${data}${tail}`
  return framed(`"*${id}"${sequence}${address}[${encrypt(Buffer.from(text), key)}`)
}

const withoutBar: ReadonlySet<string> = new Set([ids.poll, ids.ack])

const named = (letter: string, text: string | undefined): string => (text === undefined ? '' : letter + text)

/** The message with its check sum and its length. */
const framed = (text: string): Buffer => {
  const message = Buffer.from(text)
  if (message.length > maxMessageBytes) throw new RangeError(`message of ${message.length} bytes`)
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(4, '0')
  const head = Buffer.from(digits(checksumOf(message)) + digits(message.length))
  return Buffer.concat([Buffer.of(lineFeed), head, message, Buffer.of(carriageReturn)])
}

type Sender = Pick<Dc09Received, 'sequence' | 'receiver' | 'line' | 'account'>

const answer = (id: string, { sequence, receiver, line, account }: Sender, time?: string): Dc09Frame => ({
  id,
  sequence,
  receiver,
  line,
  account,
  data: '',
  extended: {},
  time,
})

/**
 * “It is stored.” Sequence, receiver, line and account are repeated as they were sent. Encrypted with the key that the message was read with,
 * and only then with a time.
 */
export const ackDc09 = (message: Sender & Pick<Dc09Received, 'key'>, now: Date): Buffer =>
  message.key === undefined
    ? writeDc09(answer(ids.ack, message))
    : writeDc09(answer(ids.ack, message, now.toISOString()), message.key)

/** “Your clock is wrong, mine says this”, or “I do not know you”. The same for every sender, and never encrypted. */
export const nakDc09 = (now: Date): Buffer => framed(`"${ids.nak}"0000R0L0A0[]_${writeClock(now.toISOString())}`)

/** “I received it well, and cannot do anything with it.” Never encrypted. */
export const duhDc09 = (message: Sender): Buffer => writeDc09(answer(ids.duh, message))
