import { open, type FileHandle } from 'node:fs/promises'

interface Box {
  readonly type: string
  readonly at: number
  /** Where its content begins and ends. */
  readonly from: number
  readonly end: number
}

/** Far more than films have. */
const mostBoxes = 10_000
const mostMetaBytes = 4_194_304

const part = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** The boxes between two places (ISO 14496-12, 4.2). Stops at what is none. */
async function* boxesIn(file: FileHandle, start: number, stop: number, counted: { n: number }): AsyncGenerator<Box> {
  for (let at = start; at + 8 <= stop && counted.n++ < mostBoxes;) {
    const head = await part(file, at, 16)
    if (head.length < 8) return
    const short = head.readUInt32BE(0)
    const isLong = short === 1 && head.length === 16
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? stop - at : short
    const from = at + (isLong ? 16 : 8)
    if (size < from - at || at + size > stop) return
    yield { type: head.toString('latin1', 4, 8), at, from, end: at + size }
    at += size
  }
}

const blank = async (file: FileHandle, from: number, to: number): Promise<void> => {
  const zeros = Buffer.alloc(Math.min(65_536, Math.max(0, to - from)))
  for (let at = from; at < to; at += zeros.length) await file.write(zeros, 0, Math.min(zeros.length, to - at), at)
}

/** Boxes that hold what a camera says about a film: place, device, names. */
const aboutFilm = new Set(['udta', 'meta', 'uuid'])
const containers = new Set(['moov', 'trak'])

/** Turns such boxes into free space. Nothing moves, so that all offsets in the film stay right. */
const clearBoxes = async (file: FileHandle, start: number, stop: number, counted: { n: number }, depth = 0): Promise<boolean> => {
  let changed = false
  for await (const { type, at, from, end } of boxesIn(file, start, stop, counted)) {
    if (aboutFilm.has(type)) {
      await file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4)
      await blank(file, from, end)
      changed = true
    } else if (depth < 3 && containers.has(type)) changed = (await clearBoxes(file, from, end, counted, depth + 1)) || changed
  }
  return changed
}

interface Extent {
  readonly from: number
  readonly to: number
}

/** A reader of numbers of the sizes that a box names. */
const numbersIn = (bytes: Buffer, start: number) => {
  let at = start
  return (size: number): number => {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + bytes.readUInt8(at++)
    return value
  }
}

/** The items of a still picture that are Exif or XMP. */
const aboutItems = (bytes: Buffer): Set<number> => {
  const found = new Set<number>()
  for (let at = bytes.indexOf('infe', 0, 'latin1'); at >= 0; at = bytes.indexOf('infe', at + 4, 'latin1')) {
    const version = bytes.readUInt8(at + 4)
    if (version < 2) continue
    const next = numbersIn(bytes, at + 8)
    const item = next(version === 2 ? 2 : 4)
    const type = at + 8 + (version === 2 ? 2 : 4) + 2
    if (/^(?:Exif|mime)$/.test(bytes.toString('latin1', type, type + 4))) found.add(item)
  }
  return found
}

/** Where the items lie (ISO 14496-12, 8.11.3): in the file, or in the box `idat`. `counted` bounds extents that take no bytes to list. */
const extentsOf = (bytes: Buffer, start: number, items: ReadonlySet<number>, counted: { n: number }): Extent[] => {
  const at = bytes.indexOf('iloc', 0, 'latin1')
  if (at < 0) return []
  const idat = bytes.indexOf('idat', 0, 'latin1')
  const version = bytes.readUInt8(at + 4)
  const next = numbersIn(bytes, at + 8)
  const sizes = next(2)
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version > 0 ? sizes & 15 : 0,
  ]
  const extents: Extent[] = []
  for (let left = next(version < 2 ? 2 : 4); left > 0; left--) {
    const item = next(version < 2 ? 2 : 4)
    const method = version > 0 ? next(2) & 15 : 0
    next(2)
    const base = next(baseSize)
    for (let n = next(2); n > 0; n--) {
      if (counted.n++ > mostBoxes) throw new RangeError('too many extents')
      next(indexSize)
      const from = base + next(offsetSize) + (method === 1 ? start + idat + 4 : 0)
      const length = next(lengthSize)
      if (items.has(item) && method <= 1) extents.push({ from, to: from + length })
    }
  }
  return extents
}

const clearItems = async (file: FileHandle, size: number): Promise<boolean> => {
  const counted = { n: 0 }
  const extents: Extent[] = []
  for await (const { type, from, end } of boxesIn(file, 0, size, counted)) {
    if (type !== 'meta' || end - from > mostMetaBytes) continue
    const bytes = await part(file, from, end - from)
    const items = aboutItems(bytes)
    if (items.size > 0) extents.push(...extentsOf(bytes, from, items, counted))
  }
  // All is known before anything is written. Items share no bytes: a small file must not make us write for hours.
  const inFile = extents.map(({ from, to }) => ({ from, to: Math.min(to, size) }))
  if (inFile.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0) > size) throw new RangeError('items overlap')
  for (const { from, to } of inFile) await blank(file, from, to)
  return inFile.length > 0
}

/**
 * Blanks, in place, what a camera has written about a film (MP4) or a still picture in the same kind of container (HEIF): place, device,
 * names. Returns whether anything was there.
 */
export const blankMetadata = async (path: string, content: 'mp4' | 'heif'): Promise<boolean> => {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const changed = content === 'mp4' ? await clearBoxes(file, 0, size, { n: 0 }) : await clearItems(file, size)
    if (changed) await file.sync()
    return changed
  } catch (error) {
    // A box that says something impossible: players refuse such a file, too.
    if (error instanceof RangeError) return false
    throw error
  } finally {
    await file.close()
  }
}
