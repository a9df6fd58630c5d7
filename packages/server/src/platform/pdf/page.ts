import type PDFDocument from 'pdfkit'

export type Doc = InstanceType<typeof PDFDocument>

/** A4 in points, with room above and below for the page's header and footer. */
export const page = { width: 595.28, height: 841.89, left: 48, right: 48, top: 64, bottom: 60 } as const
export const contentWidth = page.width - page.left - page.right
/** Where the content of a page ends. */
export const contentEnd = page.height - page.bottom

export const colours = { text: '#1f2329', quiet: '#646a73', line: '#dee0e3', band: '#f5f6f7', accent: '#c8321e' } as const
export const sizes = { title: 20, heading: 14, subheading: 11.5, text: 9.5, small: 8.5 } as const

/** Starts a new page unless `height` points still fit on this one. Returns whether it did. */
export const makeRoom = (doc: Doc, height: number): boolean => {
  if (doc.y + height <= contentEnd) return false
  doc.addPage()
  return true
}

/** Text without control characters and what only steers the look of others; tabs as spaces, one kind of line break. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what this removes
    .replaceAll(/[\x00-\x09\x0b-\x1f\x7f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/g, '')

/** What the fonts of a document can draw, and the characters so far that they cannot. */
interface Glyphs {
  readonly has: (codePoint: number) => boolean
  readonly missing: Set<number>
}
const glyphs = new WeakMap<Doc, Glyphs>()

/** Registers which characters a document can draw: those of its current font. */
export const useGlyphs = (doc: Doc): void => {
  // pdfkit offers no public way to its current font.
  // oxlint-disable-next-line no-underscore-dangle
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: Glyphs['has'] } } })._font
  glyphs.set(doc, { has: (codePoint) => font.hasGlyphForCodePoint(codePoint), missing: new Set() })
}

/** The characters that could not be drawn. */
export const missingIn = (doc: Doc): ReadonlySet<number> => glyphs.get(doc)?.missing ?? new Set()

/** How a character without a glyph is shown. */
export const markOf = (codePoint: number): string => `□U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

/** Text as it can be drawn. A character that the fonts lack is never left out: a mark with its number stands for it. */
export const drawable = (doc: Doc, text: string): string => {
  const plain = plainText(text)
  const known = glyphs.get(doc)
  // Most texts; ASCII is in every font.
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII
  if (!known || /^[\x00-\x7f]*$/.test(plain)) return plain
  return Array.from(plain.normalize('NFC'), (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint < 0x20 || known.has(codePoint)) return character
    known.missing.add(codePoint)
    return markOf(codePoint)
  }).join('')
}

/** Lets other work of this process run: an alarm must not wait for a long document. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
