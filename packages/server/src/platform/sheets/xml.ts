import { setTimeout as delay } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { SheetError } from './sheet.ts'

/** By their full names, as they are written. */
export type XmlAttributes = Readonly<Record<string, string>>

/** What a document says, in order. Names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void
  close?(name: string): void
  text?(text: string): void
  /** Something has no end within `longestToken`: where the text of a cell is meant, it may say more than that the document is broken, or wait. */
  overlong?(): void
}

/** No tag and no text of a workbook is nearly as long; the parser holds what it has not seen the end of. */
const longestToken = 65_536
/** Elements within each other; a cell lies seven deep. The parser holds each. */
const deepest = 100
/** 10,000 rows of 100 filled cells. A small file may hold any number of empty ones, which cost as much as full ones. */
const maxElements = 2_100_000
/** After so much work without a pause (ms), as long a pause: reports and calls are served by the same thread. */
const shareMs = 8

const broken = (): SheetError => new SheetError('broken')

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a document of UTF-8 piece by piece: after each piece the handlers have heard all that is complete.
 * @throws SheetError broken, for what is not well-formed and for a document type, which may define entities that grow without end
 */
export async function* readXml(pieces: AsyncIterable<Buffer>, on: XmlHandlers): AsyncGenerator<void> {
  // Without namespaces: workbooks are told apart by names alone, and some writers use prefixes that they never declare.
  const parser = new SaxesParser({ position: false, xmlns: false })
  let depth = 0
  let elements = 0
  /** Characters since the parser last told something. */
  let held = 0
  const told = (): void => void (held = 0)
  parser.on('error', () => {
    throw broken()
  })
  parser.on('doctype', () => {
    throw broken()
  })
  parser.on('opentagstart', told)
  parser.on('comment', told)
  parser.on('processinginstruction', told)
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

  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Buffer): string => {
    try {
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
