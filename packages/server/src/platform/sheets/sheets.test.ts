import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { writeWorkbook } from '../../testing/workbook.ts'
import { workbookOf, zipOf } from '../../testing/zip.ts'
import { openSheet } from './open-sheet.ts'
import { SheetError, type SheetRow } from './sheet.ts'

const limits = { rows: 10_000, columns: 100, rowChars: 32_767 }
const dir = mkdtempSync(join(tmpdir(), 'emberwatch-sheets-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let files = 0
const stored = (content: Buffer | string): string => {
  const path = join(dir, String(++files))
  writeFileSync(path, content)
  return path
}
const rowsOf = async (content: Buffer | string): Promise<SheetRow[]> => {
  const sheet = await openSheet(stored(content), limits)
  return Array.fromAsync(sheet.rows())
}
const cellsOf = async (content: Buffer | string) => (await rowsOf(content)).map((row) => row.cells)
const reasonOf = async (content: Buffer | string): Promise<string> =>
  rowsOf(content).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof SheetError) return error.reason
      throw error
    },
  )

describe('csv', () => {
  test.each<[string, Buffer | string, unknown]>([
    [
      'commas',
      'a,b\n1,"x, ""y"""\n',
      [
        ['a', 'b'],
        ['1', 'x, "y"'],
      ],
    ],
    [
      'semicolons and a byte order mark',
      '\ufeffa;b\r\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines in cells',
      'a,b\n"1\r\n2","3\n4"',
      [
        ['a', 'b'],
        ['1\r\n2', '3\n4'],
      ],
    ],
    [
      'formulas, as text',
      'a,b\n=1+1,@SUM(A1)',
      [
        ['a', 'b'],
        ['=1+1', '@SUM(A1)'],
      ],
    ],
    [
      'formulas as we write them',
      "a,b\n'=1+1,'+86 1",
      [
        ['a', 'b'],
        ['=1+1', '+86 1'],
      ],
    ],
    [
      'UTF-8',
      '名称,b\n张三,2',
      [
        ['名称', 'b'],
        ['张三', '2'],
      ],
    ],
    [
      'GB18030',
      Buffer.from('c3fbb3c62c620ad5c5c8fd2c32', 'hex'),
      [
        ['名称', 'b'],
        ['张三', '2'],
      ],
    ],
    [
      'an empty cell in quotes',
      'a,b\n"",1',
      [
        ['a', 'b'],
        ['', '1'],
      ],
    ],
  ])('%s', async (_what, content, expected) => {
    expect(await cellsOf(content)).toEqual(expected)
  })

  test('rows are numbered as a spreadsheet shows them', async () => {
    expect((await rowsOf('a,b\n\n"1\n2",\n,\n3,4')).map(({ row }) => row)).toEqual([1, 3, 5])
  })

  test('a character split between two pieces stays whole', async () => {
    const text = `a\n${`${'x'.repeat(9_999)}\n`.repeat(7)}${'张'.repeat(10_000)}`
    expect((await cellsOf(text)).at(-1)).toEqual(['张'.repeat(10_000)])
  })

  test.each<[string, Buffer | string, string]>([
    ['nothing', '', 'empty'],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2', 'utf16le'), 'encoding'],
    ['UTF-16 without a mark', Buffer.from('a,b\n1,2', 'utf16le'), 'format'],
    ['Latin-1', Buffer.from('name,city\nMüller,Köln', 'latin1'), 'encoding'],
    ['Latin-1 that GB18030 could read', Buffer.from('name\nMüller', 'latin1'), 'encoding'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'format'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'oldWorkbook'],
    ['a quotation mark left open', 'a,b\n"1,2\n3,4', 'quote'],
    ['too many columns', ','.repeat(100), 'columns'],
    ['too much in a row', `a\n${'x'.repeat(32_768)}`, 'rowChars'],
  ])('%s is refused', async (_what, content, reason) => {
    expect(await reasonOf(content)).toBe(reason)
  })
})

describe('xlsx', () => {
  test('what a library writes is read', async () => {
    const rows = [
      ['名称', 'phone', 'day'],
      ['张三 & <Co>', 13_800_000_001, new Date('2026-11-20T00:00:00Z')],
      [null, 'x'],
      ['=1+1', '', true],
    ]
    expect(await cellsOf(await writeWorkbook(rows))).toEqual([
      ['名称', 'phone', 'day'],
      ['张三 & <Co>', 13_800_000_001, 46_346],
      ['', 'x'],
      ['=1+1', '', 'true'],
    ])
  })

  test('cells of every kind, in and out of order', async () => {
    const strings = '<si><t>one</t><rPh><t>wan</t></rPh></si><si><r><t>t</t></r><r><t xml:space="preserve">wo </t></r></si>'
    const rows = `
      <row r="2"><c r="C2" t="s"><v>1</v></c><c r="A2" t="s"><v>0</v></c><c r="D2"><f>1+1</f><v>2</v></c><c r="E2"><f>A1&amp;"x"</f></c></row>
      <row r="5"><c t="inlineStr"><is><t>a&#x41;_x000D_</t></is></c><c t="str"><f>B1</f><v>shown</v></c><c t="e"><v>#N/A</v></c><c><v>1e3</v></c></row>
      <row r="4"><c r="B4"><v>7</v></c></row><row/><row><c r="XFD7" s="1"/></row>`
    expect(await rowsOf(workbookOf(rows, strings))).toEqual([
      { row: 2, cells: ['one', '', 'two ', 2, '=A1&"x"'] },
      { row: 5, cells: ['aA\r', 'shown', '#N/A', 1_000] },
      { row: 6, cells: ['', 7] },
    ])
  })

  test('prefixes, comments, CDATA, quoted brackets and other days zero', async () => {
    const rows =
      '<!-- <row> --><x:row r="1"><x:c r="A1" note="a>b" t="inlineStr"><x:is><x:t><![CDATA[<b>]]></x:t></x:is></x:c></x:row>'
    const path = stored(workbookOf(rows, '', '<workbookPr date1904="1"/>'))
    const sheet = await openSheet(path, limits)
    expect(sheet).toMatchObject({ format: 'xlsx', date1904: true })
    expect(await Array.fromAsync(sheet.rows())).toEqual([{ row: 1, cells: ['<b>'] }])
    expect(await Array.fromAsync(sheet.rows())).toHaveLength(1)
  })

  const cell = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'
  const whole = workbookOf(cell)
  test.each<[string, Buffer, string]>([
    ['cut off', whole.subarray(0, whole.length - 30), 'broken'],
    ['another archive', zipOf({ 'a.txt': 'a' }), 'broken'],
    ['cut-off XML', workbookOf(`${cell}<row><c t="n`), 'broken'],
    ['not UTF-8', workbookOf(Buffer.from('<row><c t="str"><v>\xff</v></c></row>', 'latin1')), 'broken'],
    ['entities that grow', workbookOf('<!DOCTYPE x [<!ENTITY a "aaaa">]><row/>'), 'broken'],
    ['larger than it says', workbookOf({ data: cell.repeat(1_000), declared: 500 }), 'broken'],
    ['smaller than it says', workbookOf({ data: cell, declared: 50_000 }), 'broken'],
    ['said to unpack to 4 GB', workbookOf({ data: cell, declared: 4_000_000_000 }), 'unpacked'],
    ['more columns', workbookOf('<row><c r="CW1"><v>1</v></c></row>'), 'columns'],
    ['too much in a row', workbookOf(`<row><c t="str"><v>${'x'.repeat(33_000)}</v></c></row>`), 'rowChars'],
    [
      'a shared text too long',
      workbookOf('<row><c t="s"><v>0</v></c></row>', `<si><t>${'x'.repeat(40_000)}</t></si>`),
      'rowChars',
    ],
  ])('%s is refused', async (_what, content, reason) => {
    expect(await reasonOf(content)).toBe(reason)
  })

  test.each(['backslash-names', 'workbook2', 'letter-case', 'parent-targets'])(
    'a workbook of another program is read: %s',
    async (name) => {
      const [header, row] = await cellsOf(readFileSync(join(import.meta.dirname, `../../testing/sheets/${name}.xlsx`)))
      expect(header?.slice(0, 2)).toEqual(['name', 'type'])
      expect(row?.[0]).toMatch(/ Harbour 1$/)
    },
  )

  test('parts may lie anywhere, under names with spaces, and in UTF-16', async () => {
    const of = (type: string, target: string): string =>
      `<Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`
    const rows = '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="e"><v/></c></row></sheetData></worksheet>'
    const book = zipOf({
      '_RELS/.Rels': `<Relationships>${of('officeDocument', './Docs/Book.xml')}</Relationships>`,
      'docs/book.xml': '<workbook xmlns:r="x"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
      'docs\\_rels\\Book.xml.rels': `<Relationships>${of('worksheet', 'my%20sheets\\A.xml')}${of('sharedStrings', '/Texts.xml').replace('r1', 'r2')}</Relationships>`,
      'docs/my sheets/a.xml': Buffer.from(`\ufeff${rows}`, 'utf16le'),
      'texts.xml': '<sst><si><t>万达</t></si></sst>',
    })
    expect(await cellsOf(book)).toEqual([['万达']])
  })

  test('encrypted is refused', async () => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt16LE(1, bytes.indexOf(Buffer.from('504b0102', 'hex')) + 8)
    expect(await reasonOf(bytes)).toBe('oldWorkbook')
  })
})

/** Reads each hostile file in a separate process, and reports by how much its memory rose at most. */
const measure = async (content: Buffer | string): Promise<{ reason: string; mb: number; ms: number }> => {
  const script = join(import.meta.dirname, '../../testing/read-sheet.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, stored(content)])
  return JSON.parse(stdout)
}

describe('a hostile file costs less than 100 MB', () => {
  const mb = 1_048_576
  const fill = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length))
  test.each<[string, () => Buffer | string, string]>([
    ['a zip bomb of 100 MB', () => workbookOf(Buffer.alloc(100 * mb, 'x')), 'unpacked'],
    ['a zip bomb that lies', () => workbookOf({ data: Buffer.alloc(100 * mb, 'x'), declared: 2_000 }), 'broken'],
    ['45 MB of one cell', () => workbookOf(`<row><c t="str"><v>${fill('x', 45 * mb)}</v></c></row>`), 'rowChars'],
    ['45 MB of elements within each other', () => workbookOf(fill('<a>', 45 * mb)), 'broken'],
    ['45 MB of one attribute', () => workbookOf(`<row a="${fill('x', 45 * mb)}"/>`), 'broken'],
    ['45 MB of one comment', () => workbookOf(`<!--${fill('x', 45 * mb)}--><row/>`), 'broken'],
    ['45 MB of one name', () => workbookOf(`<${fill('x', 45 * mb)}/>`), 'broken'],
    ['45 MB of one entity', () => workbookOf(`<row><c t="str"><v>&${fill('x', 45 * mb)};</v></c></row>`), 'rowChars'],
    ['45 MB of blanks between rows', () => workbookOf(fill(' ', 45 * mb)), 'broken'],
    ['45 MB of a document type', () => workbookOf(`<!DOCTYPE x [${fill('<!ENTITY a "aaaa">', 45 * mb)}]>`), 'broken'],
    ['45 MB of one tag', () => workbookOf(`<row ${fill('a="1" ', 45 * mb)}/>`), 'broken'],
    ['45 MB of blank cells', () => workbookOf(`<row>${fill('<c r="A1" s="1"/>', 45 * mb)}</row>`), 'broken'],
    ['45 MB of elements that say nothing', () => workbookOf(fill('<a/>', 45 * mb)), 'broken'],
    ['45 MB of rows', () => workbookOf(fill('<row><c><v>1</v></c></row>', 45 * mb)), 'rows'],
    ['a million columns', () => workbookOf(`<row>${fill('<c><v>1</v></c>', 15 * mb)}</row>`), 'columns'],
    ['a million columns in csv', () => ','.repeat(1_000_000), 'columns'],
    ['20 MB of short texts', () => workbookOf('<row/>', fill('<si><t>a</t></si>', 20 * mb)), 'unpacked'],
    ['20 MB of long texts', () => workbookOf('<row/>', fill(`<si><t>${'安'.repeat(5_000)}</t></si>`, 7 * mb)), 'ok'],
    [
      '420,000 texts',
      () => workbookOf('<row/>', Array.from({ length: 420_000 }, (_, i) => `<si><t>${'安'.repeat(15)}${i}</t></si>`).join('')),
      'ok',
    ],
    ['20 MB of one text', () => workbookOf('<row/>', `<si><t>${fill('x', 20 * mb)}</t></si>`), 'broken'],
    ['20 MB of one text, in wide characters', () => workbookOf('<row/>', `<si><t>安${fill('x', 20 * mb)}</t></si>`), 'broken'],
    ['20 MB of one tag of the texts', () => workbookOf('<row/>', `<si a="${fill('x', 20 * mb)}"/>`), 'broken'],
    ['20 MB within one quotation', () => `a,b\n"${fill('x\n', 20 * mb)}`, 'quote'],
    ['20 MB of csv', () => fill(`${'安'.repeat(1_000)},${'x'.repeat(1_000)}\n`, 10 * mb), 'ok'],
    [
      '20 MB of broken GB18030',
      () => Buffer.concat([Buffer.alloc(20 * mb, Buffer.from('d5c5c8fd', 'hex')), Buffer.from([0xff])]),
      'encoding',
    ],
  ])('%s', { timeout: 60_000 }, async (_what, make, reason) => {
    const cost = await measure(make())
    expect(cost.reason).toBe(reason)
    expect(cost.mb).toBeLessThan(100)
  })
})
