import { deflateRawSync } from 'node:zlib'

/** A file of a ZIP archive; `declared` is the size that the archive claims, where it lies. */
export interface ZipPart {
  readonly data: Buffer | string
  readonly declared?: number
}

/** A ZIP archive, built by hand so that it can be wrong. Checksums are left out: nobody of ours reads them. */
export const zipOf = (parts: Readonly<Record<string, ZipPart | Buffer | string>>): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, part] of Object.entries(parts)) {
    const { data, declared } = typeof part === 'string' || Buffer.isBuffer(part) ? { data: part, declared: undefined } : part
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes, { level: 6 })
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(declared ?? bytes.length, 22)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(declared ?? bytes.length, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(offset, 42)
    files.push(local, label, packed)
    directory.push(entry, label)
    offset += local.length + label.length + packed.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, table, end])
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet from the XML inside `sheetData`, and of `sst`. */
export const workbookOf = (rows: ZipPart | Buffer | string, strings?: ZipPart | Buffer | string, workbookPr = ''): Buffer => {
  const around = (before: string, part: ZipPart | Buffer | string, after: string): ZipPart => {
    const { data, declared } = typeof part === 'string' || Buffer.isBuffer(part) ? { data: part, declared: undefined } : part
    const bytes = Buffer.concat([Buffer.from(before), Buffer.from(data), Buffer.from(after)])
    return declared === undefined ? { data: bytes } : { data: bytes, declared }
  }
  return zipOf({
    'xl/workbook.xml': `${xml}<workbook xmlns:r="${relations}">${workbookPr}<sheets><sheet name="Hidden" sheetId="1" state="hidden" r:id="rId9"/><sheet name="A" sheetId="2" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': around(`${xml}<sst>`, strings ?? '', '</sst>'),
    'xl/worksheets/sheet1.xml': around(`${xml}<worksheet><sheetData>`, rows, '</sheetData></worksheet>'),
  })
}
