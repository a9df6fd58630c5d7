import { breathe, colours, contentEnd, contentWidth, drawable, makeRoom, page, sizes, type Doc } from './page.ts'

export interface PdfColumn {
  readonly header: string
  /** Its share of the width, relative to the other columns. Default: 1. */
  readonly share?: number
  readonly align?: 'left' | 'right'
}

type Cells = readonly (string | number | null)[]

export interface PdfTable {
  readonly columns: readonly PdfColumn[]
  /** The cells of each row, in the order of the columns. */
  readonly rows: Iterable<Cells> | AsyncIterable<Cells>
}

const padding = { x: 4, y: 3 } as const
/** The most lines per cell; longer text ends in an ellipsis. */
const mostLines = 12

/** Draws a table over as many pages as it needs, its header on each. Returns the number of its rows. */
export const drawTable = async (doc: Doc, { columns, rows }: PdfTable): Promise<number> => {
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  const widths = columns.map(({ share = 1 }) => (contentWidth * share) / shares - 2 * padding.x)
  doc.font('regular').fontSize(sizes.small)
  const line = doc.currentLineHeight(true)

  const draw = (cells: readonly string[], font: 'regular' | 'bold'): void => {
    doc.font(font).fontSize(sizes.small)
    const lineCount = (text: string, width: number): number =>
      !text.includes('\n') && doc.widthOfString(text) <= width
        ? 1
        : Math.min(mostLines, Math.max(1, Math.round(doc.heightOfString(text, { width }) / line)))
    const lines = cells.map((text, i) => lineCount(text, widths[i] ?? 0))
    const height = Math.max(...lines, 1) * line + 2 * padding.y
    if (font === 'regular' && makeRoom(doc, height)) drawHeader()
    const { y } = doc
    if (font === 'bold') doc.rect(page.left, y, contentWidth, height).fill(colours.band)
    doc.font(font).fontSize(sizes.small).fillColor(colours.text)
    let x: number = page.left
    for (const [i, text] of cells.entries()) {
      const width = widths[i] ?? 0
      const align = columns[i]?.align ?? 'left'
      // One line more than needed; otherwise rounding would cut the last one.
      doc.text(text, x + padding.x, y + padding.y, { width, align, height: (lines[i] ?? 1) * line + 1, ellipsis: true })
      x += width + 2 * padding.x
    }
    doc.y = y + height
    doc.x = page.left
    doc
      .moveTo(page.left, doc.y)
      .lineTo(page.left + contentWidth, doc.y)
      .lineWidth(0.5)
      .strokeColor(colours.line)
      .stroke()
  }
  const headers = columns.map(({ header }) => drawable(doc, header))
  const drawHeader = (): void => draw(headers, 'bold')

  // A header never stands alone at the end of a page.
  if (doc.y + 4 * line + 4 * padding.y > contentEnd) doc.addPage()
  drawHeader()
  let n = 0
  for await (const cells of rows) {
    draw(
      cells.map((cell) => (cell === null ? '' : drawable(doc, String(cell)))),
      'regular',
    )
    if (++n % 25 === 0) await breathe()
  }
  doc.y += 8
  return n
}
