import { expect, test } from 'vitest'
import { withRecent } from './recent-pages.ts'

const page = (n: number) => ({ path: `/p${n}`, title: String(n), heading: 'Pages' })

test('the last opened comes first, once, and eight are kept', () => {
  const many = Array.from({ length: 8 }, (_, n) => page(n))
  expect(withRecent(many, page(3)).map(({ title }) => title)).toEqual(['3', '0', '1', '2', '4', '5', '6', '7'])
  expect(withRecent(many, page(9)).map(({ title }) => title)).toEqual(['9', '0', '1', '2', '3', '4', '5', '6'])
})
