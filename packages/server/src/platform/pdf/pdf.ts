import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listedIn, type Language } from '@emberwatch/contract'
import type { Readable } from 'node:stream'
import { instantText, translate, zonedFormatter } from '../i18n.ts'
import {
  breathe,
  colours,
  contentEnd,
  contentWidth,
  drawable,
  makeRoom,
  markOf,
  missingIn,
  page,
  plainText,
  sizes,
  useGlyphs,
  type Doc,
} from './page.ts'
import { drawGallery, drawPicture, type PdfPicture } from './picture.ts'
import { drawTable, type PdfTable } from './table.ts'

/** Noto Sans Hans: Latin and Chinese in one font. Only the glyphs that a document uses are embedded into it. */
const folder = join(dirname(fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))), '../fonts')

export interface Fonts {
  readonly regular: Buffer
  readonly bold: Buffer
}

/** Read for each document: 17 MB are not worth keeping for something needed a few times a day. */
const readFonts = async (): Promise<Fonts> => {
  const [regular, bold] = await Promise.all(
    ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'].map((file) => readFile(join(folder, file))),
  )
  if (!regular || !bold) throw new Error('the fonts of documents are missing')
  return { regular, bold }
}

export interface PdfOptions {
  readonly language: Language
  /** IANA name of the time zone of all its times. */
  readonly timeZone: string
  readonly title: string
  /** Below the title, and in the header of the other pages. */
  readonly subtitle?: string
  /** The platform's or company's name, above the title and in the footer. */
  readonly issuer: string
  readonly madeBy: string
  readonly madeAt: Date
  /** In the footer of every page, e.g. a check code. */
  readonly footer?: string
}

export type KeyValue = readonly [name: string, value: string | number | null]

/** A document written from top to bottom. Each call continues below what was drawn last. */
export interface Pdf {
  /**
   * `room`: how many points the following content needs at least, so that the heading moves to the next page with it. Default: enough for a
   * table.
   */
  heading(text: string, level?: 1 | 2, room?: number): void
  paragraph(text: string, options?: { readonly quiet?: boolean }): void
  /** Names and values in two columns. Pairs without a value are left out; if none remain, `none` is printed. */
  keyValues(pairs: readonly KeyValue[]): void
  /** Prints `none` below the heading if there are no rows. Rows may come from the database page by page. */
  table(table: PdfTable): Promise<number>
  /** False if the image cannot be read. */
  picture(picture: PdfPicture): Promise<boolean>
  gallery(pictures: readonly PdfPicture[]): Promise<number>
  /** Text whose columns matter, such as a hex dump. Keeps its line breaks. Latin only. */
  code(text: string): void
  pageBreak(): void
  /** An instant in the document's zone, or an empty text. */
  at(instant: string | Date | null): string
  /** Numbers the pages and ends the document. Nothing can be drawn after it. */
  end(): Promise<Readable>
}

/** How many of the characters without a glyph are named at the end. */
const missingNamed = 40

/** Begins a document: A4, with its title on the first page and "page n of m" on each. */
export const createPdf = async (options: PdfOptions): Promise<Pdf> => {
  const { language, title, issuer, madeBy, madeAt } = options
  const clock = zonedFormatter(options.timeZone)
  // Loaded with the first document: with its fonts it takes memory that a system at rest does not need.
  const { default: PDFDocument } = await import('pdfkit')
  const doc: Doc = new PDFDocument({
    size: 'A4',
    margins: page,
    bufferPages: true,
    lang: language === 'zh' ? 'zh-CN' : 'en',
    displayTitle: true,
    info: { Title: plainText(title), Author: plainText(madeBy), Creator: 'Emberwatch', CreationDate: madeAt },
  })
  const fonts = await readFonts()
  doc.registerFont('regular', fonts.regular)
  doc.registerFont('bold', fonts.bold)
  doc.font('regular')
  useGlyphs(doc)

  const write = (text: string, font: 'regular' | 'bold', size: number, colour: string): void => {
    doc.font(font).fontSize(size).fillColor(colour)
    doc.text(drawable(doc, text), page.left, doc.y, { width: contentWidth })
  }
  const none = (): void => {
    write(translate(language, 'pdf.none'), 'regular', sizes.text, colours.quiet)
    doc.y += 6
  }

  write(issuer, 'regular', sizes.small, colours.quiet)
  write(title, 'bold', sizes.title, colours.text)
  if (options.subtitle) write(options.subtitle, 'regular', sizes.text, colours.quiet)
  // Names the time zone of all times in the document.
  const made = { who: madeBy, at: instantText(madeAt.toISOString(), options.timeZone) }
  write(translate(language, 'pdf.made', made), 'regular', sizes.small, colours.quiet)
  doc.y += 6
  doc
    .moveTo(page.left, doc.y)
    .lineTo(page.left + contentWidth, doc.y)
    .lineWidth(1.5)
    .strokeColor(colours.accent)
    .stroke()
  doc.y += 8

  return {
    heading(text, level = 1, room = 84) {
      const size = level === 1 ? sizes.heading : sizes.subheading
      // A heading never stands alone at the end of a page.
      makeRoom(doc, size * 2 + room)
      doc.y += level === 1 ? 10 : 4
      write(text, 'bold', size, colours.text)
      doc.y += 4
    },
    paragraph(text, { quiet = false } = {}) {
      makeRoom(doc, 24)
      write(text, 'regular', sizes.text, quiet ? colours.quiet : colours.text)
      doc.y += 4
    },
    keyValues(pairs) {
      const shown = pairs.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, String(value)] as const]))
      if (shown.length === 0) return none()
      const half = contentWidth / 2
      const [nameWidth, valueWidth] = [88, half - 88 - 12]
      for (let i = 0; i < shown.length; i += 2) {
        const two = shown.slice(i, i + 2).map(([name, value]) => [drawable(doc, name), drawable(doc, value)] as const)
        doc.font('regular').fontSize(sizes.text)
        const heights = two.map(([name, value]) =>
          Math.max(doc.heightOfString(name, { width: nameWidth }), doc.heightOfString(value, { width: valueWidth })),
        )
        const height = Math.min(Math.max(...heights), contentEnd - page.top - 8)
        makeRoom(doc, height + 4)
        const { y } = doc
        for (const [column, [name, value]] of two.entries()) {
          const x = page.left + column * half
          doc.fillColor(colours.quiet).text(name, x, y, { width: nameWidth, height: height + 1, ellipsis: true })
          doc.fillColor(colours.text).text(value, x + 88, y, { width: valueWidth, height: height + 1, ellipsis: true })
        }
        doc.x = page.left
        doc.y = y + height + 4
      }
      doc.y += 4
    },
    async table(table) {
      const rows = await drawTable(doc, table)
      if (rows === 0) none()
      return rows
    },
    picture: (picture) => drawPicture(doc, picture),
    gallery: (pictures) => drawGallery(doc, pictures),
    code(text) {
      makeRoom(doc, 24)
      doc.font('Courier').fontSize(sizes.small).fillColor(colours.text)
      doc.text(drawable(doc, text), page.left, doc.y, { width: contentWidth })
      doc.y += 6
    },
    pageBreak: () => void doc.addPage(),
    at: (instant) => (instant === null ? '' : clock.format(new Date(instant))),
    async end() {
      const missing = [...missingIn(doc)].slice(0, missingNamed).map(markOf)
      if (missing.length > 0) {
        makeRoom(doc, 24)
        write(translate(language, 'pdf.missing', { marks: listedIn(language, missing) }), 'regular', sizes.small, colours.quiet)
      }
      await numberPages(doc, options)
      doc.end()
      return doc as unknown as Readable
    },
  }
}

/** The header of all pages but the first, and the footer of each. They need the number of pages, so they come last. */
const numberPages = async (doc: Doc, { language, title, subtitle, issuer, footer }: PdfOptions): Promise<void> => {
  const { start, count } = doc.bufferedPageRange()
  const half = contentWidth / 2
  for (let n = start; n < start + count; n++) {
    doc.switchToPage(n)
    // Outside the margins, or the text would start a page of its own.
    doc.page.margins = { ...page, top: 0, bottom: 0 }
    doc.font('regular').fontSize(sizes.small).fillColor(colours.quiet)
    const one = { height: doc.currentLineHeight(true) + 1, ellipsis: true, lineBreak: true }
    if (n > start) {
      doc.text(drawable(doc, title), page.left, 34, { ...one, width: half })
      if (subtitle) doc.text(drawable(doc, subtitle), page.left + half, 34, { ...one, width: half, align: 'right' })
    }
    const y = page.height - 42
    doc.text(drawable(doc, footer ?? issuer), page.left, y, { ...one, width: contentWidth - 120 })
    const label = translate(language, 'pdf.page', { n: n - start + 1, of: count })
    doc.text(label, page.left + contentWidth - 120, y, { ...one, width: 120, align: 'right' })
    if (n % 20 === 19) await breathe()
  }
}
