import { setTimeout as delay } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { SheetError } from './sheet.ts'

/** By their full names, as written. */
export type XmlAttributes = Readonly<Record<string, string>>

/** The content of a document, in order. Names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
  /**
   * Called if something does not end within `longestToken`. Where the text of a cell is expected, the handler may throw a more precise
   * error, or wait.
   */
  overlong?(): void
}

/** No tag or text of a workbook is nearly this long. The parser buffers everything whose end it has not seen. */
const longestToken = 65_536
/** Depth of nested elements; a cell is at depth seven. The parser holds each level. */
const deepest = 100
/** 10,000 rows of 100 filled cells. A small file may contain any number of empty ones, which cost as much as full ones. */
const maxElements = 2_100_000
/** After working for this long without a pause (ms), it pauses for as long: the same thread serves reports and calls. */
const shareMs = 8

const broken = (): SheetError => new SheetError('broken')

/** UTF-16 begins with a byte order mark (XML 1.0, 4.3.3). */
const encodingOf = (start: Buffer | undefined): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (start?.[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start?.[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a document in UTF-8 or UTF-16 piece by piece. After each piece, the handlers have been called for everything that is complete.
 * @throws SheetError broken, for malformed XML and for a document type, which may define entities that expand without end
 */
export async function* readXml(pieces: AsyncIterable<Buffer>, on: XmlHandlers): AsyncGenerator<void> {
  // Without namespaces: local names are enough to tell the elements of a workbook apart, and some writers use undeclared prefixes.
  const parser = new SaxesParser({ position: false, xmlns: false })
  let depth = 0
  let elements = 0
  /** Characters since the parser last called a handler. */
  let held = 0
  const forget = (): void => void (held = 0)
  parser.on('error', () => {
    throw broken()
  })
  parser.on('doctype', () => {
    throw broken()
  })
  parser.on('opentagstart', forget)
  parser.on('comment', forget)
  parser.on('processinginstruction', forget)
  parser.on('opentag', ({ name, attributes }) => {
    held = 0
    if (++depth > deepest || ++elements > maxElements) throw broken()
    on.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    held = 0
    depth--
    on.close?.(localName(name))
  })
  const text = (content: string): void => {
    held = 0
    on.text?.(content)
  }
  parser.on('text', text)
  parser.on('cdata', text)

  let decoder: TextDecoder | undefined
  const decode = (piece?: Buffer): string => {
    try {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw broken()
    }
  }
  let worked = 0
  for await (const piece of pieces) {
    const characters = decode(piece)
    held += characters.length
    const from = performance.now()
    parser.write(characters)
    worked += performance.now() - from
    if (worked > shareMs) {
      await delay(worked)
      worked = 0
    }
    if (held > longestToken) {
      if (!on.overlong) throw broken()
      on.overlong()
    }
    yield
  }
  parser.write(decode()).close()
}

/** One attribute by its name without prefix, for those that have one. */
export const attribute = (attributes: XmlAttributes, name: string): string | undefined =>
  Object.entries(attributes).find(([each]) => localName(each) === name)?.[1]
