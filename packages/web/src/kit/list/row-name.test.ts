import { expect, test } from 'vitest'
import { rowName } from './row.ts'

test('a row is named by its name, otherwise by its code', () => {
  expect(rowName({ code: 'A1', name: 'Boiler room' }, 'en')).toBe('Boiler room')
  expect(rowName({ code: 'A1', name: '' }, 'en')).toBe('A1')
  expect(rowName({ id: 3 }, 'en')).toBeUndefined()
})

test('a row with two names is named in the language of the reader', () => {
  const row = { nameZh: '烟感', nameEn: 'Smoke detector' }
  expect(rowName(row, 'en')).toBe('Smoke detector')
  expect(rowName(row, 'zh')).toBe('烟感')
  expect(rowName({ nameZh: '烟感', nameEn: null }, 'en')).toBe('烟感')
})
