import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { png, uploadOf } from '../../../testing/images.ts'
import { readFile } from './file.reads.ts'
import { fileById } from './file.store.ts'
import type { Purpose } from './purposes.ts'
import { upload } from './file.verbs.ts'

/** What is stored of a file, and how it is served. */

let world: TestWorld
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const store = (purpose: Purpose, bytes: Buffer | string, name?: string): Promise<string> =>
  upload(north, { purpose }, uploadOf(bytes, name))
const fixture = (path: string): Buffer => readFileSync(join(import.meta.dirname, '../../../testing', path))

test('a small photo is stored without the place where it was taken, and still stands upright', async () => {
  const bytes = await sharp(await png(80, 40))
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const id = await store('photo', bytes)
  const kept = await buffer((await readFile(north, { id })).stream)
  const facts = await sharp(kept).metadata()
  expect(facts).toMatchObject({ width: 80, height: 40, orientation: 6 })
  expect(facts.exif?.includes(Buffer.from([0x88, 0x25]))).toBe(false)
  const row = await fileById(world.db, id)
  expect(row).toMatchObject({ size: kept.length, sha256: await north.files.hashOf(id) })
})

test.each([
  ['gbk.txt', 'gb18030'],
  ['utf16.txt', 'utf-16le'],
])('the text %s is accepted, and shown rightly', async (name, charset) => {
  const bytes = fixture(`texts/${name}`)
  const reply = await readFile(north, { id: await store('attachment', bytes, name) })
  expect(reply.mime).toBe(`text/plain; charset=${charset}`)
  const shown = new TextDecoder(charset).decode(await buffer(reply.stream))
  expect(shown.trim()).toBe('现场情况说明：三层东侧烟感误报，已复位。')
})

test('UTF-16 in the other order is a text; bytes that only resemble one are not', async () => {
  const swapped = Buffer.from('\ufeff现场 OK\r\n', 'utf16le').swap16()
  expect(await fileById(world.db, await store('attachment', swapped, 'a.txt'))).toMatchObject({
    mime: 'text/plain; charset=utf-16be',
  })
  await expect(store('attachment', Buffer.from('\xff\xfe\0\xd8\0', 'latin1'))).rejects.toThrow('fileType')
})

test.each(['backslash-names', 'workbook2', 'letter-case', 'parent-targets'])(
  'the workbook %s of another program is stored as a spreadsheet',
  async (name) => {
    const id = await store('import', fixture(`sheets/${name}.xlsx`))
    expect((await fileById(world.db, id))?.mime).toContain('spreadsheetml')
  },
)
