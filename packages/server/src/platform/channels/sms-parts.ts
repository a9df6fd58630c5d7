import { randomInt } from 'node:crypto'
import smpp from 'smpp'

const gsm = smpp.encodings.ASCII
const escape = 0x1b
/** The capacity of a single message, and of each part of several: a part's header takes six bytes. In units of the encoding. */
const gsmAlone = 160
const gsmPart = 153
const wideAlone = 70
const widePart = 67

export interface SmsPart {
  /** 0: the default alphabet, one byte per septet; 8: UCS-2. */
  readonly dataCoding: 0 | 8
  readonly message: Buffer
  /** Which part of which message it is; null for a single message. */
  readonly udh: Buffer | null
}

const pieces = <T>(units: readonly T[], size: number, mayEndAfter: (unit: T) => boolean): T[][] => {
  const parts: T[][] = []
  for (let at = 0; at < units.length;) {
    let end = Math.min(at + size, units.length)
    const last = units[end - 1]
    if (end < units.length && last !== undefined && !mayEndAfter(last)) end--
    parts.push(units.slice(at, end))
    at = end
  }
  return parts
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const bodiesOf = (text: string): { dataCoding: 0 | 8; bodies: Buffer[] } => {
  if (gsm.match(text)) {
    const septets = [...gsm.encode(text)]
    const parts = septets.length <= gsmAlone ? [septets] : pieces(septets, gsmPart, (unit) => unit !== escape)
    return { dataCoding: 0, bodies: parts.map((part) => Buffer.from(part)) }
  }
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
  const parts = units.length <= wideAlone ? [units] : pieces(units, widePart, (unit) => !isHighSurrogate(unit))
  const bytes = (part: readonly number[]): Buffer => {
    const body = Buffer.alloc(part.length * 2)
    part.forEach((unit, at) => body.writeUInt16BE(unit, at * 2))
    return body
  }
  return { dataCoding: 8, bodies: parts.map(bytes) }
}

/** Splits a text into SMS: GSM-7 if its characters allow, else UCS-2. The phone joins the parts. */
export const smsParts = (text: string): SmsPart[] => {
  const { dataCoding, bodies } = bodiesOf(text)
  const reference = randomInt(256)
  const header = (at: number): Buffer => Buffer.from([5, 0, 3, reference, bodies.length, at + 1])
  return bodies.map((message, at) => ({ dataCoding, message, udh: bodies.length === 1 ? null : header(at) }))
}
