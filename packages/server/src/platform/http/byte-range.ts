export interface ByteRange {
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

/** The part of a file that a `Range` header asks for. `whole`: no supported range, so everything. `none`: beyond the end. Supports a single range. */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'whole' | 'none' => {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = found ?? []
  if (!found || (from === '' && to === '')) return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'whole'
  return start >= size ? 'none' : { start, end }
}
