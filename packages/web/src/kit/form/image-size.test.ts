import { expect, test } from 'vitest'
import { imageSize } from './image-size.ts'

const png = (width: number, height: number): Blob => {
  const bytes = new DataView(new ArrayBuffer(33))
  bytes.setUint32(0, 0x89_50_4e_47)
  bytes.setUint32(16, width)
  bytes.setUint32(20, height)
  return new Blob([bytes.buffer])
}

test('a PNG of 60 megapixels is recognised by its first bytes', async () => {
  expect(await imageSize(png(10_000, 6_000))).toEqual({ width: 10_000, height: 6_000 })
})

test('a JPEG names its size in its frame, behind segments of any length', async () => {
  const bytes = [
    0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 0x10, 0x01, 0x20, 0x02, 3, 1, 1, 1,
  ]
  expect(await imageSize(new Blob([new Uint8Array(bytes)]))).toEqual({ width: 0x20_02, height: 0x10_01 })
})

test('for anything else, the size is unknown', async () => {
  expect(await imageSize(new Blob(['GIF89a and so on, which is long enough']))).toBeUndefined()
  expect(await imageSize(new Blob([]))).toBeUndefined()
  expect(await imageSize(new Blob([new Uint8Array([0xff, 0xd8, 0xff])]))).toBeUndefined()
})
