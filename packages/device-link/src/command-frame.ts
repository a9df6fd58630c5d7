/**
 * Commands for devices that expect bytes. A template consists of hexadecimal digits and placeholders for values, such as `A5 01
 * {level:u8} {delay:u16} 5A`. Values are big-endian, as on most field buses.
 */

const widths = { u8: 1, u16: 2, u32: 4, i8: 1, i16: 2, i32: 4 } as const
type Width = keyof typeof widths

export type FramePart = { readonly bytes: string } | { readonly name: string; readonly width: Width }

const place = /\{([A-Za-z][A-Za-z0-9_]*):([a-z]\d{1,2})\}|([0-9A-Fa-f]{2})/y
const isWidth = (word: string): word is Width => word in widths

/** Parses a template into its parts. Undefined if it is not a valid template. */
export const parseFrame = (template: string): FramePart[] | undefined => {
  const text = template.replaceAll(/\s+/g, '')
  const parts: FramePart[] = []
  place.lastIndex = 0
  while (place.lastIndex < text.length) {
    const [, name, width = '', bytes] = place.exec(text) ?? []
    if (bytes !== undefined) parts.push({ bytes: bytes.toUpperCase() })
    else if (name !== undefined && isWidth(width)) parts.push({ name, width })
    else return undefined
  }
  return parts.length === 0 ? undefined : parts
}

/** The smallest and largest number that fit into a placeholder. */
export const rangeOf = (width: Width): { readonly minimum: number; readonly maximum: number } => {
  const bits = widths[width] * 8
  return width.startsWith('u')
    ? { minimum: 0, maximum: 2 ** bits - 1 }
    : { minimum: -(2 ** (bits - 1)), maximum: 2 ** (bits - 1) - 1 }
}

/** Encodes a command as hexadecimal digits. Undefined if a value is missing, is not a whole number, or does not fit its placeholder. */
export const encodeFrame = (parts: readonly FramePart[], values: Readonly<Record<string, number>>): string | undefined => {
  let frame = ''
  for (const part of parts) {
    if ('bytes' in part) {
      frame += part.bytes
      continue
    }
    const value = values[part.name]
    const { minimum, maximum } = rangeOf(part.width)
    if (value === undefined || !Number.isInteger(value) || value < minimum || value > maximum) return undefined
    const digits = widths[part.width] * 2
    frame += (value < 0 ? value + 2 ** (digits * 4) : value).toString(16).toUpperCase().padStart(digits, '0')
  }
  return frame
}

/** Reads the values out of a command's bytes. Undefined if the bytes do not match the template. */
export const decodeFrame = (parts: readonly FramePart[], frame: string): Record<string, number> | undefined => {
  const text = frame.replaceAll(/\s+/g, '').toUpperCase()
  const values: Record<string, number> = {}
  let at = 0
  for (const part of parts) {
    const digits = 'bytes' in part ? 2 : widths[part.width] * 2
    const piece = text.slice(at, at + digits)
    at += digits
    if (!/^[0-9A-F]+$/.test(piece) || piece.length < digits) return undefined
    if ('bytes' in part) {
      if (piece !== part.bytes) return undefined
      continue
    }
    const read = Number.parseInt(piece, 16)
    const value = read > rangeOf(part.width).maximum ? read - 2 ** (digits * 4) : read
    // A parameter that occurs twice must have the same value in both places.
    if (values[part.name] !== undefined && values[part.name] !== value) return undefined
    values[part.name] = value
  }
  return at === text.length ? values : undefined
}
