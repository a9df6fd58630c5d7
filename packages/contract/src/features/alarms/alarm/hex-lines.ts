const perLine = 16

export interface HexLine {
  /** Offset of its first byte, as four hex digits. */
  readonly offset: string
  readonly hex: string
  /** The same bytes as Latin-1 text; a dot for each that is not printable. */
  readonly text: string
}

/** A hex dump of a message, sixteen bytes per line. */
export const hexLines = (message: string): HexLine[] => {
  const bytes = [...new TextEncoder().encode(message)]
  const lines: HexLine[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = bytes.slice(at, at + perLine)
    lines.push({
      offset: at.toString(16).padStart(4, '0'),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      text: part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
    })
  }
  return lines
}
