import sharp from 'sharp'
import { colours, contentEnd, contentWidth, drawable, makeRoom, page, sizes, type Doc } from './page.ts'

/** A point on a picture: `x` and `y` from 0 to 1, from the upper left corner. */
export interface PdfMark {
  readonly x: number
  readonly y: number
  /** A few characters beside the point. */
  readonly label?: string
  /** Drawn larger and in red, to mark the subject. */
  readonly strong?: boolean
}

export interface PdfPicture {
  /** The path of an image file, or its bytes. */
  readonly image: string | Buffer
  readonly caption?: string
  /** Its greatest height in points. Default: half a page. */
  readonly maxHeight?: number
  readonly marks?: readonly PdfMark[]
}

/** More pixels than this per side show no more detail on paper. */
const maxPixels = 1_600
const maxInputPixels = 100_000_000

interface Prepared {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The picture upright on white as JPEG, or null if it cannot be read. */
const prepare = async (image: string | Buffer): Promise<Prepared | null> => {
  try {
    const { data, info } = await sharp(image, { limitInputPixels: maxInputPixels })
      .rotate()
      .resize(maxPixels, maxPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return null
  }
}

const caption = (doc: Doc, text: string, x: number, y: number, width: number): void => {
  doc.font('regular').fontSize(sizes.small).fillColor(colours.quiet)
  doc.text(drawable(doc, text), x, y, { width, height: doc.currentLineHeight(true) * 2 + 1, ellipsis: true })
}

const captionHeight = (doc: Doc): number => doc.font('regular').fontSize(sizes.small).currentLineHeight(true) * 2 + 4

/** Draws one picture across the width of the page, with its marks. False if it cannot be read; then nothing is drawn. */
export const drawPicture = async (doc: Doc, { image, caption: text, maxHeight, marks = [] }: PdfPicture): Promise<boolean> => {
  const picture = await prepare(image)
  if (!picture) return false
  const below = text ? captionHeight(doc) : 0
  const tallest = Math.min(maxHeight ?? 360, contentEnd - page.top - below)
  const scale = Math.min(contentWidth / picture.width, tallest / picture.height, 1)
  const [width, height] = [picture.width * scale, picture.height * scale]
  makeRoom(doc, height + below + 8)
  const { y } = doc
  doc.image(picture.bytes, page.left, y, { width, height })
  doc.rect(page.left, y, width, height).lineWidth(0.5).strokeColor(colours.line).stroke()
  for (const mark of marks) {
    const [x, top] = [page.left + mark.x * width, y + mark.y * height]
    const colour = mark.strong ? colours.accent : '#1456b8'
    doc
      .circle(x, top, mark.strong ? 5 : 3)
      .lineWidth(1)
      .fillAndStroke(colour, '#ffffff')
    if (mark.label) {
      doc.font('bold').fontSize(7).fillColor(colour)
      doc.text(drawable(doc, mark.label).slice(0, 12), x + 5, top - 5, { lineBreak: false })
    }
  }
  doc.x = page.left
  doc.y = y + height + 3
  if (text) caption(doc, text, page.left, doc.y, contentWidth)
  doc.x = page.left
  doc.y = y + height + below + 8
  return true
}

const perRow = 2
const gap = 12
const photoHeight = 190

/** Draws pictures in two columns, each with its caption. Returns how many could be read. */
export const drawGallery = async (doc: Doc, pictures: readonly PdfPicture[]): Promise<number> => {
  const width = (contentWidth - gap * (perRow - 1)) / perRow
  let drawn = 0
  let { y } = doc
  for (const { image, caption: text } of pictures) {
    const picture = await prepare(image)
    if (!picture) continue
    const column = drawn % perRow
    if (column === 0) {
      makeRoom(doc, photoHeight + captionHeight(doc) + gap)
      y = doc.y
    }
    const x = page.left + column * (width + gap)
    const scale = Math.min(width / picture.width, photoHeight / picture.height, 1)
    doc.image(picture.bytes, x, y, { width: picture.width * scale, height: picture.height * scale })
    if (text) caption(doc, text, x, y + picture.height * scale + 3, width)
    drawn++
    doc.x = page.left
    doc.y = drawn % perRow === 0 ? y + photoHeight + captionHeight(doc) + gap : y
  }
  if (drawn % perRow !== 0) doc.y = y + photoHeight + captionHeight(doc) + gap
  return drawn
}
