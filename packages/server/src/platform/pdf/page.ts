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

/** Text as it can be drawn: no control characters, tabs as spaces, one kind of line break. */
export const drawable = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    // oxlint-disable-next-line no-control-regex -- control characters are what this removes
    .replaceAll(/[\x00-\x09\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\ufeff]/g, '')

/** Lets other work of this process run: an alarm must not wait for a long document. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
