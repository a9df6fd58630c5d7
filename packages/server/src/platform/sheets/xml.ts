import { SheetError } from './sheet.ts'

/** What a document says, in order. Names come without their prefix, attributes as they are written. */
export interface XmlHandlers {
  open(name: string, attributes: string): void
  close(name: string): void
  /** A piece of text; long ones come in several. */
  text(piece: string): void
}

/** No tag of a workbook is nearly as long; what is held back at the end of a piece grows no further. */
const longestToken = 65_536
const longestEntity = 12

const broken = (): SheetError => new SheetError('broken')

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces the five entities of XML and numbered characters; there are no others, since a document type is refused. */
export const decodeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The end of the tag that starts at `from`; a `>` within quotes does not end it. */
const endOfTag = (text: string, from: number): number => {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return at
  }
  return -1
}

const tag = (content: string, on: XmlHandlers): void => {
  if (content.startsWith('/')) return on.close(localName(content.slice(1).trim()))
  const selfClosing = content.endsWith('/')
  const inner = selfClosing ? content.slice(0, -1) : content
  const space = inner.search(/\s/)
  const name = localName(space < 0 ? inner : inner.slice(0, space))
  on.open(name, space < 0 ? '' : inner.slice(space))
  if (selfClosing) on.close(name)
}

/** Handles all complete tokens of `text`; answers what is left for the next piece. */
const consume = (text: string, on: XmlHandlers): string => {
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    if (open !== at) {
      let end = open < 0 ? text.length : open
      if (open < 0) {
        const entity = text.lastIndexOf('&')
        if (entity >= at && end - entity < longestEntity) end = entity
      }
      if (end > at) on.text(decodeXml(text.slice(at, end)))
      if (open < 0) return text.slice(end)
    }
    const [close, skip] = text.startsWith('<!--', open)
      ? [text.indexOf('-->', open + 4), 3]
      : text.startsWith('<![CDATA[', open)
        ? [text.indexOf(']]>', open + 9), 3]
        : text.startsWith('<?', open)
          ? [text.indexOf('?>', open + 2), 2]
          : [endOfTag(text, open + 1), 1]
    if (close < 0) return text.slice(open)
    if (text.startsWith('<![CDATA[', open)) on.text(text.slice(open + 9, close))
    // A document type may define entities that grow without end.
    else if (/^<!DOCTYPE/i.test(text.slice(open, open + 9))) throw broken()
    else if (!text.startsWith('<!', open) && !text.startsWith('<?', open)) tag(text.slice(open + 1, close), on)
    at = close + skip
  }
  return ''
}

/**
 * Reads a document of UTF-8 piece by piece: after each piece the handlers have heard all that is complete. Holds no more than one piece and the
 * token at its end.
 * @throws SheetError broken
 */
export async function* readXml(pieces: AsyncIterable<Buffer>, on: XmlHandlers): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (piece?: Buffer): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
    } catch {
      throw broken()
    }
  }
  let rest = ''
  for await (const piece of pieces) {
    rest = consume(rest + decode(piece), on)
    if (rest.length > longestToken) throw broken()
    yield
  }
  decode()
  if (rest.trim() !== '') throw broken()
}

const attributePatterns = new Map<string, RegExp>()

/** One attribute by its name without prefix. */
export const attribute = (attributes: string, name: string): string | undefined => {
  let pattern = attributePatterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    attributePatterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found ? decodeXml(found[1] ?? found[2] ?? '') : undefined
}
