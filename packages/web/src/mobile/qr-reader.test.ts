import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { afterEach, expect, test, vi } from 'vitest'
import { codeIn, readPhoto, textIn } from './qr-reader.ts'

/** A picture of a code, as from the camera. */
const pictureOf = (text: string) => {
  const scale = 6
  const modules = encodeQR(text, 'raw', { border: 4 })
  const width = modules.length * scale
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height: width, data }
}

test('a code in a picture is read without the browser’s help', () => {
  expect(textIn(pictureOf('SA-ABCDE23456.K7M2P9QX4T'), decodeQR)).toBe('SA-ABCDE23456.K7M2P9QX4T')
})

test('a picture without a code is no failure', () => {
  expect(textIn({ width: 40, height: 40, data: new Uint8ClampedArray(6_400).fill(200) }, decodeQR)).toBeUndefined()
})

afterEach(() => vi.unstubAllGlobals())

/** A browser that has no camera and no detector: it shows a photo of this width, and its code only in a picture of one width. */
const browserWith = (photo: number, legibleAt: number | undefined) => {
  const drawn: number[] = []
  const canvas = { width: 0, height: 0, getContext: () => context }
  const context = {
    drawImage: (_picture: unknown, _x: number, _y: number, width: number) => drawn.push(width),
    getImageData: (_x: number, _y: number, width: number, height: number) =>
      width === legibleAt ? pictureOf('GW-001') : { width, height, data: new Uint8ClampedArray(width * height * 4).fill(200) },
  }
  vi.stubGlobal('createImageBitmap', async () => ({ width: photo, height: photo / 40 }))
  vi.stubGlobal('document', { createElement: () => canvas })
  return drawn
}

test('a photo is read at several sizes until its code is found, and none larger than it is', async () => {
  const drawn = browserWith(4_000, 1_600)
  expect(await readPhoto(new Blob())).toBe('GW-001')
  expect(drawn).toEqual([800, 1_600])
})

test('a photo without a code says so after all sizes', async () => {
  const drawn = browserWith(600, undefined)
  expect(await readPhoto(new Blob())).toBeUndefined()
  expect(drawn).toEqual([600, 600, 400])
})

test.each([
  [' GW-001\n', 'GW-001'],
  ['https://example.com/d/GW-001?', 'GW-001'],
  ['https://example.com/%E7%83%9F', '烟'],
  ['https://example.com/50%', '50%'],
  ['https://', 'https:'],
])('any code that the camera sees has a text: %s', (seen, text) => {
  expect(codeIn(seen)).toBe(text)
})
