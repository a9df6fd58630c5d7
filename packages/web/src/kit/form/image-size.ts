/** Bytes to read: enough for the headers of a camera's pictures. */
const headBytes = 262_144

interface PixelSize {
  readonly width: number
  readonly height: number
}

const pngSize = (head: DataView): PixelSize | undefined =>
  head.byteLength >= 24 && head.getUint32(0) === 0x89_50_4e_47
    ? { width: head.getUint32(16), height: head.getUint32(20) }
    : undefined

/** JPEG markers that start a frame, which contains the size. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (head: DataView): PixelSize | undefined => {
  if (head.byteLength < 4 || head.getUint16(0) !== 0xff_d8) return undefined
  let at = 2
  while (at + 9 < head.byteLength && head.getUint8(at) === 0xff) {
    if (isFrame(head.getUint8(at + 1))) return { width: head.getUint16(at + 7), height: head.getUint16(at + 5) }
    at += 2 + head.getUint16(at + 2)
  }
  return undefined
}

/**
 * The size of a PNG or JPEG from its first bytes. Decoding the image would already use the memory that the limit is meant to save.
 * Undefined if the size is not in these bytes; the server checks again.
 */
export const imageSize = async (file: Blob): Promise<PixelSize | undefined> => {
  const head = new DataView(await file.slice(0, headBytes).arrayBuffer())
  return pngSize(head) ?? jpegSize(head)
}
