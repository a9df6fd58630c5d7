import { expect, test } from 'vitest'
import { bothNames } from './schema.ts'

test.each([
  ['火警', 'Fire', { zh: '火警', en: 'Fire' }],
  ['火警', undefined, { zh: '火警', en: '火警' }],
  [undefined, 'Fire', { zh: 'Fire', en: 'Fire' }],
  [undefined, undefined, undefined],
] as const)('a name of %s and %s', (zh, en, both) => {
  expect(bothNames(zh, en)).toEqual(both)
})
