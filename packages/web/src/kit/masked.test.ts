import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isMasked, keyOfMasked, Phone } from './masked.tsx'

test('a text is masked if it has asterisks, and nothing that is missing is', () => {
  expect(isMasked('138****0001', null)).toBe(true)
  expect(isMasked(null, 'w***@example.com')).toBe(true)
  expect(isMasked('13800000001', null, '')).toBe(false)
})

test('what was shown of a row does not stand for another version of it, which may have another number', () => {
  const row = { id: 7, version: 3 }
  expect(keyOfMasked({ ...row })).toBe(keyOfMasked(row))
  expect(keyOfMasked({ ...row, version: 4 })).not.toBe(keyOfMasked(row))
  expect(keyOfMasked({ id: 73, version: 3 })).not.toBe(keyOfMasked({ id: 7, version: 33 }))
})

test('a phone number can be called once it is shown in full', () => {
  const htmlOf = (number: string) => renderToStaticMarkup(createElement(Phone, { number }))
  expect(htmlOf('138****0001')).toBe('<span>138****0001</span>')
  expect(htmlOf('+86 (138) 0000-0001')).toBe('<a href="tel:+8613800000001">+86 (138) 0000-0001</a>')
})
