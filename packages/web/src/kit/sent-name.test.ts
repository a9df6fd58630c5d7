import { beforeAll, expect, test } from 'vitest'
import { withTexts } from '../i18n/i18n.ts'
import { sentName } from './sent-name.ts'

beforeAll(withTexts(() => Promise.resolve()))

test('a transmitter is called by its protocol and address, with what is behind it; a code is a name already', () => {
  expect(sentName('gb26875:140')).toBe('GB/T 26875.3 · 140')
  expect(sentName('gb26875:140/1-2-37')).toBe('GB/T 26875.3 · 140 · 1-2-37')
  for (const code of ['SD-0001', '1-2-37', 'NOBODY/SD9']) expect(sentName(code)).toBe(code)
})
