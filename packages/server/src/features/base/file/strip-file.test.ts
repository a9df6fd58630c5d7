import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { FileStore } from '../../../platform/files.ts'
import { blankMetadata } from './film-metadata.ts'
import { withoutMetadata, stripFile } from './strip-file.ts'

const dir = mkdtempSync(join(tmpdir(), 'emberwatch-strip-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** A picture with a left half of another colour, so that a turn shows, and all that cameras write. */
const taken = (format: 'jpeg' | 'png', orientation: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#d03020' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#2030d0' } }, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1', GPSMapDatum: 'SecretPlace' },
    })
    .withMetadata({ orientation })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><SecretXmp/></x:xmpmeta>')
    .toFormat(format)
    .toBuffer()

const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).autoOrient().raw().toBuffer()

test.each([
  ['jpeg', 'jpg', 6],
  ['jpeg', 'jpg', 1],
  ['png', 'png', 3],
] as const)(
  'a %s loses place, camera and comments, and keeps its pixels and its turn (%s, %i)',
  async (encoder, format, turn) => {
    const bytes = await taken(encoder, turn)
    expect(bytes.includes('Secret')).toBe(true)
    const clean = withoutMetadata(bytes, format, (await sharp(bytes).metadata()).orientation)
    expect(clean.includes('Secret')).toBe(false)
    expect(clean.length).toBeLessThan(bytes.length)
    const facts = await sharp(clean).metadata()
    expect(facts.orientation ?? 1).toBe(turn)
    expect(await pixels(clean)).toEqual(await pixels(bytes))
    // Nothing left to take out.
    expect(withoutMetadata(clean, format, facts.orientation)).toEqual(clean)
  },
)

test('a progressive JPEG with a comment, a film behind it and a colour profile', async () => {
  const bytes = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 120, sigma: 60 } },
  })
    .withIccProfile('p3')
    .jpeg({ progressive: true })
    .toBuffer()
  const comment = Buffer.from('\xff\xfe\0\x0aSecret!!', 'latin1')
  const dirty = Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2), Buffer.from('SecretFilm')])
  expect(withoutMetadata(dirty, 'jpg')).toEqual(bytes)
})

test('a GIF keeps its frames and its loop, and loses comments', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer()
  const bytes = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
    .gif({ loop: 3 })
    .toBuffer()
  const at = bytes.indexOf(Buffer.from('21f9', 'hex'))
  const comment = Buffer.from('\x21\xfe\x06Secret\0', 'latin1')
  const xmp = Buffer.from('\x21\xff\x0bXMP DataXMP\x06Secret\0', 'latin1')
  const dirty = Buffer.concat([bytes.subarray(0, at), comment, xmp, bytes.subarray(at), Buffer.from('Secret')])
  const clean = withoutMetadata(dirty, 'gif')
  expect(clean).toEqual(bytes)
  expect(await sharp(clean, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3 })
  expect(withoutMetadata(bytes.subarray(0, -1), 'gif')).toEqual(bytes)
})

test.each([
  ['jpg', 'ffd8', 'ffdb0002'],
  ['png', '89504e470d0a1a0a', '000000004944415400000000'],
  ['gif', '47494638396101000100000000', '21f900'],
] as const)('a %s of nothing but empty parts takes no memory for each', (format, head, part) => {
  const bytes = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(1_200_000, part, 'hex')])
  expect(() => withoutMetadata(bytes, format)).toThrow('too many parts')
})

test('what is built oddly and has more pixels than one picture may have is refused', async () => {
  const frame = await sharp({ create: { width: 1_000, height: 1_000, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const other = await sharp(frame).negate().png().toBuffer()
  const frames = Array.from({ length: 18 }, (_, n) => (n % 2 === 0 ? frame : other))
  const whole = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  // A byte that begins no block, in the place of the end mark.
  const odd = Buffer.concat([whole.subarray(0, -1), Buffer.from([0])])
  const id = 'odd'
  writeFileSync(join(dir, id), odd)
  const files = { pathOf: (name: string) => join(dir, name) } as unknown as FileStore
  await expect(stripFile(files, { id, size: odd.length, sha256: '' }, 'gif')).rejects.toThrow('fileType')
})

const box = (type: string, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((each) => Buffer.from(each)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const blanked = async (bytes: Buffer, content: 'mp4' | 'heif'): Promise<{ changed: boolean; bytes: Buffer }> => {
  const path = join(dir, content)
  writeFileSync(path, bytes)
  return { changed: await blankMetadata(path, content), bytes: readFileSync(path) }
}

test('a film loses its place; nothing in it moves', async () => {
  const place = box('udta', box('\xa9xyz', 'Secret+30.25+120.16/'))
  const keys = box('meta', 'Secret com.apple.quicktime.location')
  const film = Buffer.concat([
    box('ftyp', 'isom\0\0\0\0'),
    box('moov', box('mvhd', 'x'.repeat(100)), box('trak', box('tkhd', 'y'), place), place, keys),
    box('mdat', 'udta and frames'),
  ])
  const { changed, bytes } = await blanked(film, 'mp4')
  expect(changed).toBe(true)
  expect(bytes.includes('Secret')).toBe(false)
  expect(bytes).toHaveLength(film.length)
  expect(bytes.indexOf('mdat')).toBe(film.indexOf('mdat'))
  expect(bytes.includes('udta and frames')).toBe(true)
  expect(await blanked(bytes, 'mp4')).toEqual({ changed: false, bytes })
})

const u16 = (n: number): Buffer => Buffer.from([n >> 8, n & 255])
const u32 = (n: number): Buffer => Buffer.concat([u16(n >>> 16), u16(n & 65_535)])
const item = (id: number, type: string) => box('infe', u32(0x02000000), u16(id), u16(0), type, 'name\0')

test('a telephone’s picture loses its Exif; the picture itself stays', async () => {
  const meta = (pictureAt: number, exifAt: number): Buffer =>
    box(
      'meta',
      u32(0),
      box('iinf', u32(0), u16(2), item(1, 'hvc1'), item(2, 'Exif')),
      box(
        'iloc',
        u32(0),
        u16(0x4400),
        u16(2),
        Buffer.concat([u16(1), u16(0), u16(1), u32(pictureAt), u32(7)]),
        Buffer.concat([u16(2), u16(0), u16(1), u32(exifAt), u32(11)]),
      ),
    )
  const head = box('ftyp', 'heic\0\0\0\0')
  const at = head.length + meta(0, 0).length + 8
  const heif = Buffer.concat([head, meta(at, at + 7), box('mdat', 'picture', 'SecretPlace')])
  const { changed, bytes } = await blanked(heif, 'heif')
  expect(changed).toBe(true)
  expect(bytes.includes('Secret')).toBe(false)
  expect(bytes.subarray(at, at + 7).toString()).toBe('picture')
  expect(bytes).toHaveLength(heif.length)
})

test('a container that contradicts itself is left alone', async () => {
  const odd = Buffer.concat([box('ftyp', 'heic'), box('meta', '\0\0\0\0', box('infe', '\x02'))])
  expect((await blanked(odd, 'heif')).changed).toBe(false)
  expect((await blanked(Buffer.from('\0\0\0\x18ftypisom'), 'mp4')).changed).toBe(false)
})

test.each([
  // Numbers of no bytes: each item lists 65,535 extents in six bytes.
  ['of extents without end', 0x0000, Buffer.concat([u16(2), u16(0), u16(65_535)]), 60_000],
  ['of items that all cover the whole file', 0x4400, Buffer.concat([u16(2), u16(0), u16(1), u32(0), u32(2 ** 31)]), 5_000],
])('a picture %s is left alone at once', async (_what, sizes, row, count) => {
  const rows = Buffer.alloc(row.length * count, row)
  const meta = box(
    'meta',
    u32(0),
    box('iinf', u32(0), u16(1), item(2, 'Exif')),
    box('iloc', u32(0), u16(sizes), u16(count), rows),
  )
  const bytes = Buffer.concat([box('ftyp', 'heic\0\0\0\0'), meta])
  expect(await blanked(bytes, 'heif')).toEqual({ changed: false, bytes })
})
