import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { codeIn, textIn } from './qr-reader.ts'

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

test.each([
  [' GW-001\n', 'GW-001'],
  ['https://example.com/d/GW-001?', 'GW-001'],
  ['https://example.com/%E7%83%9F', '烟'],
  ['https://example.com/50%', '50%'],
  ['https://', 'https:'],
])('any code that the camera sees has a text: %s', (seen, text) => {
  expect(codeIn(seen)).toBe(text)
})
