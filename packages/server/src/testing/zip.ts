import { deflateRawSync } from 'node:zlib'

/** A file in a ZIP archive, with the false statements that the archive makes about it. */
export interface ZipPart {
  readonly data: Buffer | string
  /** The false unpacked size. */
  readonly declared?: number
  readonly method?: number
  readonly flags?: number
  /** Extra fields in its directory entry. */
  readonly extra?: Buffer
  /** The name in the directory entry, if it differs. */
  readonly label?: string
  /** The file offset in its directory entry. */
  readonly offset?: number
}

/** False statements in the end of the archive. */
interface ZipEnd {
  readonly entries?: number
  readonly disk?: number
  /** The claimed offset of a preceding ZIP64 end. */
  readonly zip64At?: bigint
}

const partOf = (part: ZipPart | Buffer | string): ZipPart =>
  typeof part === 'string' || Buffer.isBuffer(part) ? { data: part } : part

/** A ZIP archive, built by hand so that it can be invalid. Checksums are left out: none of our readers uses them. */
export const zipOf = (parts: Readonly<Record<string, ZipPart | Buffer | string>>, end: ZipEnd = {}): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, given] of Object.entries(parts)) {
    const { data, declared, method = 8, flags = 0, extra = Buffer.alloc(0), label = name, offset: said } = partOf(given)
    const bytes = Buffer.from(data)
    const packed = method === 0 ? bytes : deflateRawSync(bytes, { level: 6 })
    const size = declared ?? bytes.length
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    const labelBytes = Buffer.from(label)
    local.writeUInt16LE(labelBytes.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(labelBytes.length, 28)
    entry.writeUInt16LE(extra.length, 30)
    entry.writeUInt32LE(said ?? offset, 42)
    files.push(local, labelBytes, packed)
    directory.push(entry, labelBytes, extra)
    offset += local.length + labelBytes.length + packed.length
  }
  const table = Buffer.concat(directory)
  return Buffer.concat([...files, table, endOf(end, Object.keys(parts).length, table.length, offset)])
}

const endOf = ({ entries, disk = 0, zip64At }: ZipEnd, count: number, bytes: number, offset: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(disk, 4)
  end.writeUInt16LE(entries ?? count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  if (zip64At === undefined) return end
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(zip64At, 8)
  return Buffer.concat([locator, end])
}

/** The ZIP64 extra field of an entry: 64-bit sizes and offsets that the directory itself leaves out. */
export const zip64Field = (...numbers: readonly bigint[]): Buffer => {
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(number, 4 + index * 8)
  return field
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook of one sheet from the XML inside `sheetData`, and of `sst`. */
export const partsOf = (rows: ZipPart | Buffer | string, strings: ZipPart | Buffer | string = '', workbookPr = '') => {
  const around = (before: string, given: ZipPart | Buffer | string, after: string): ZipPart => {
    const part = partOf(given)
    return { ...part, data: Buffer.concat([Buffer.from(before), Buffer.from(part.data), Buffer.from(after)]) }
  }
  return {
    'xl/workbook.xml': `${xml}<workbook xmlns:r="${relations}">${workbookPr}<sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId9"/><sheet name="A" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': around(`${xml}<sst>`, strings, '</sst>'),
    'xl/worksheets/sheet1.xml': around(`${xml}<worksheet><sheetData>`, rows, '</sheetData></worksheet>'),
  }
}

/** The workbook of these parts. */
export const workbookOf = (...parts: Parameters<typeof partsOf>): Buffer => zipOf(partsOf(...parts))
