import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { partsOf, workbookOf, zip64Field, zipOf, type ZipPart } from '../../testing/zip.ts'
import { openSheet } from './open-sheet.ts'
import { SheetError } from './sheet.ts'

const limits = { rows: 10_000, columns: 100, rowChars: 32_767 }
const dir = mkdtempSync(join(tmpdir(), 'emberwatch-zips-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let files = 0
/** The cells read from an archive, or why it is refused. */
const read = async (content: Buffer): Promise<unknown> => {
  const path = join(dir, String(++files))
  writeFileSync(path, content)
  try {
    const rows = await Array.fromAsync((await openSheet(path, limits)).rows())
    return rows.map(({ cells }) => cells)
  } catch (error) {
    if (error instanceof SheetError) return error.reason
    throw error
  }
}

const cell = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'
const plain = partsOf(cell)
const sheetPath = 'xl/worksheets/sheet1.xml'
const sheet = plain[sheetPath]
const withSheet = (part: Partial<ZipPart>): Buffer => zipOf({ ...plain, [sheetPath]: { ...sheet, ...part } })
/** Placeholder for a number that is in the 64-bit field. */
const elsewhere = 0xff_ff_ff_ff
/** A Unicode name next to the plain one, valid only if it contains the plain name's checksum. */
const unicodeName = (label: string, name: string): Buffer => {
  const bytes = Buffer.from(name)
  const field = Buffer.alloc(9)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + bytes.length, 2)
  field.writeUInt8(1, 4)
  field.writeUInt32LE(crc32(label), 5)
  return Buffer.concat([field, bytes])
}

const blanks = (count: number, tail: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}${tail}`, '']))

test.each<[string, () => Buffer, unknown]>([
  ['stored without packing', () => withSheet({ method: 0 }), [['x']]],
  ['names with backslashes, as some programs write them', () => withSheet({ label: sheetPath.replaceAll('/', '\\') }), [['x']]],
  [
    'a size in 64 bits, as programs write that do not know it beforehand',
    () => withSheet({ declared: elsewhere, extra: zip64Field(BigInt(Buffer.byteLength(sheet.data))) }),
    [['x']],
  ],
  ['further entries that no part names', () => zipOf({ ...plain, ...blanks(1_000, '.bin') }), [['x']]],
])('%s: read', async (_what, make, cells) => {
  expect(await read(make())).toEqual(cells)
})

test.each<[string, () => Buffer, string]>([
  ['bytes behind the end', () => Buffer.concat([workbookOf(cell), Buffer.from('x')]), 'broken'],
  ['a second end behind the end', () => Buffer.concat([workbookOf(cell), zipOf({})]), 'broken'],
  ['a number of entries too large', () => zipOf(plain, { entries: 5 }), 'broken'],
  ['a number of entries too small', () => zipOf(plain, { entries: 3 }), 'broken'],
  ['several disks', () => zipOf(plain, { disk: 1 }), 'broken'],
  ['a ZIP64 end beyond every file', () => zipOf(plain, { zip64At: 2n ** 63n }), 'broken'],
  ['a ZIP64 end beyond this file', () => zipOf(plain, { zip64At: 1_000_000n }), 'broken'],
  ['a ZIP64 end that is none', () => zipOf(plain, { zip64At: 0n }), 'broken'],
  ['said to unpack to an exabyte', () => withSheet({ declared: elsewhere, extra: zip64Field(2n ** 60n) }), 'unpacked'],
  ['a part beyond every file', () => withSheet({ offset: elsewhere, extra: zip64Field(2n ** 63n) }), 'broken'],
  ['a part beyond this file', () => withSheet({ offset: 1_000_000 }), 'broken'],
  ['a part where there is none', () => withSheet({ offset: 1 }), 'broken'],
  ['a field that is cut off', () => withSheet({ declared: elsewhere, extra: zip64Field() }), 'broken'],
  ['a field longer than its place', () => withSheet({ extra: Buffer.from([1, 0, 200, 0]) }), 'broken'],
  ['a way of packing that we do not know', () => withSheet({ method: 12 }), 'broken'],
  ['stored in another size than it says', () => withSheet({ method: 0, declared: 5 }), 'broken'],
  ['packed bytes that are none', () => withSheet({ method: 8, data: '', declared: 10 }), 'broken'],
  ['encrypted', () => withSheet({ flags: 0x01 }), 'oldWorkbook'],
  ['strongly encrypted', () => withSheet({ flags: 0x41 }), 'oldWorkbook'],
  ['a name that leads out', () => zipOf({ ...plain, '../../etc/passwd': 'a' }), 'broken'],
  ['a name from the root', () => zipOf({ ...plain, '/etc/passwd': 'a' }), 'broken'],
  ['a name of a drive', () => zipOf({ ...plain, 'C:\\a': 'a' }), 'broken'],
  ['two parts of one name', () => zipOf({ ...plain, again: { ...sheet, label: sheetPath } }), 'broken'],
  [
    'two parts of one name, one of them in Unicode',
    () => zipOf({ ...plain, again: { ...sheet, extra: unicodeName('again', sheetPath) } }),
    'broken',
  ],
  ['more entries than any workbook has', () => zipOf({ ...plain, ...blanks(5_000, '') }), 'broken'],
  ['a directory of more than a megabyte', () => zipOf({ ...plain, ...blanks(1_000, 'x'.repeat(1_100)) }), 'broken'],
])('%s: refused', async (_what, make, reason) => {
  expect(await read(make())).toBe(reason)
})

test.each<[string, string]>([
  ['an entity that nobody defined', '<row><c t="str"><v>&who;</v></c></row>'],
  ['a character that no text has', '<row><c t="str"><v>&#0;</v></c></row>'],
  ['elements that cross', '<row><c></row></c>'],
  ['an element that is left open', '<row><c>'],
  ['an attribute without quotes', '<row r=1/>'],
])('XML with %s: refused', async (_what, rows) => {
  expect(await read(workbookOf(rows))).toBe('broken')
})

test.each([
  '<!DOCTYPE worksheet>',
  '<!DOCTYPE worksheet SYSTEM "http://192.0.2.1/x.dtd">',
  '<!DOCTYPE worksheet [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
])('a document type is refused where it may stand: %s', async (type) => {
  const document = (before: string) => withSheet({ data: `${before}<worksheet><sheetData>${cell}</sheetData></worksheet>` })
  expect(await read(document(''))).toEqual([['x']])
  expect(await read(document(type))).toBe('broken')
})

test('a missing file is not a broken file', async () => {
  await expect(openSheet(join(dir, 'none'), limits)).rejects.toMatchObject({ code: 'ENOENT' })
  const path = join(dir, 'vanishing')
  writeFileSync(path, workbookOf(cell))
  const opened = await openSheet(path, limits)
  rmSync(path)
  await expect(Array.fromAsync(opened.rows())).rejects.toMatchObject({ code: 'ENOENT' })
})
