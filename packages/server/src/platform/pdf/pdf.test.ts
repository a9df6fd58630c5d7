import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfText } from '../../testing/pdf-text.ts'
import { createPdf, type Pdf } from './pdf.ts'

const begin = (language: 'zh' | 'en' = 'zh'): Promise<Pdf> =>
  createPdf({
    language,
    timeZone: 'Asia/Shanghai',
    title: language === 'zh' ? '消防档案' : 'Fire safety dossier',
    subtitle: '万达广场',
    issuer: 'Emberwatch',
    madeBy: '系统管理员',
    madeAt: new Date('2026-11-22T08:00:00.000Z'),
  })

const bytesOf = async (pdf: Pdf): Promise<Buffer> => buffer(await pdf.end())

/** All streams of a document, unpacked, as text. */
const contentOf = (bytes: Buffer): string => {
  const parts: string[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1)) {
    const end = bytes.indexOf('\nendstream', at)
    try {
      parts.push(inflateSync(bytes.subarray(at + 7, end)).toString('latin1'))
    } catch {
      // A stream may be an image, or only mention the word.
    }
  }
  return parts.join('\n')
}
const pagesOf = (bytes: Buffer): number => bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 60, b: 30, alpha: 0.5 } } })
    .png()
    .toBuffer()

test('Chinese can be copied out of a document, and only the glyphs in use are embedded', async () => {
  const pdf = await begin()
  pdf.heading('基本信息')
  pdf.keyValues([
    ['名称', '万达广场'],
    ['电话', null],
    ['地上层数', 23],
  ])
  const bytes = await bytesOf(pdf)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeLessThan(120_000)
  const content = contentOf(bytes)
  // The maps from glyphs to characters name 消 (U+6D88) of the title and 万 (U+4E07) of the value.
  expect(content).toContain('6d88')
  expect(content).toContain('4e07')
  // The time it was made names its zone, UTC+8: U (U+0055).
  expect(content).toContain('<0055>')
  // A name without a value is left out: 话 (U+8BDD).
  expect(content).not.toContain('8bdd')
})

test('a table continues across pages, and other work runs meanwhile', async () => {
  const pdf = await begin('en')
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const rows = Array.from({ length: 3_000 }, (_, i) => [`EW-${i}`, '感烟火灾探测器', i, null])
  const columns = [{ header: 'Code' }, { header: 'Name', share: 3 }, { header: 'Point', align: 'right' as const }, { header: '' }]
  expect(await pdf.table({ columns, rows })).toBe(3_000)
  const bytes = await bytesOf(pdf)
  clearInterval(timer)
  expect(pagesOf(bytes)).toBeGreaterThan(60)
  expect(ticks).toBeGreaterThan(10)
})

test('a text longer than its cell or than a page breaks nothing', async () => {
  const pdf = await begin('en')
  await pdf.table({ columns: [{ header: 'A' }, { header: 'B' }], rows: [['x'.repeat(5_000), '长'.repeat(5_000)]] })
  pdf.keyValues([['Way in', '长'.repeat(20_000)]])
  pdf.paragraph('长文'.repeat(4_000))
  pdf.code('7e 01 '.repeat(3_000))
  const bytes = await bytesOf(pdf)
  expect(pagesOf(bytes)).toBeGreaterThan(3)
  expect(pagesOf(bytes)).toBeLessThan(20)
})

test('pictures are drawn small and with marks; unreadable ones are left out', async () => {
  const pdf = await begin()
  const plan = await picture(4_000, 3_000)
  expect(await pdf.picture({ image: plan, caption: '一层', marks: [{ x: 0.5, y: 0.5, label: '12', strong: true }] })).toBe(true)
  expect(await pdf.picture({ image: Buffer.from('not a picture') })).toBe(false)
  const photos = await Promise.all([picture(300, 900), picture(900, 300), picture(20, 20)])
  expect(await pdf.gallery([...photos, Buffer.from('')].map((image) => ({ image, caption: '照片' })))).toBe(3)
  const bytes = await bytesOf(pdf)
  expect(bytes.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(4)
  expect(bytes.length).toBeLessThan(400_000)
})

test('a character that the fonts lack is marked where it stands, and a line says so', async () => {
  const pdf = await begin('en')
  pdf.paragraph('警情 😀 \u{20bb7}野家 \ud55c\uae00 مرحبا ไทย 👩🏽\u200d🚒')
  pdf.keyValues([['店名', '\u{20bb7}']])
  await pdf.table({ columns: [{ header: '\ud55c' }], rows: [['กขค']] })
  const text = pdfText(await bytesOf(pdf))
    .join('\n')
    .replaceAll(' ', '')
  expect(text).toContain('警情□U+1F600')
  expect(text).toContain('□U+D55C□U+AE00')
  expect(text).toContain('□U+0645')
  expect(text).toContain('□U+0E44')
  expect(text).toContain('□U+0E01□U+0E02□U+0E04')
  expect(text).toMatch(/(?:\u{20bb7}|□U\+20BB7)野家/u)
  expect(text).not.toContain('U+FE0F')
  expect(text.replaceAll('\n', '')).toContain('standsforacharacterthatthefontsofthisdocumentlack')
  const plain = await begin('en')
  plain.paragraph('警情 - alarm “1” … ℃ ½')
  expect(pdfText(await bytesOf(plain)).join('')).not.toContain('□')
})

test('control characters and an empty list do no harm', async () => {
  const pdf = await begin()
  pdf.paragraph('a\u0000b\u202ec\td😀')
  expect(await pdf.table({ columns: [{ header: '编号' }], rows: [] })).toBe(0)
  pdf.keyValues([])
  expect(pdf.at('2026-11-22T08:00:00.000Z')).toBe('2026-11-22 16:00:00')
  expect(pdf.at(null)).toBe('')
  expect(pagesOf(await bytesOf(pdf))).toBe(1)
})
