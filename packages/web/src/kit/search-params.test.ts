import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, asksForNew, type Search } from './search-params.ts'

test('an address contains plain text, and reads back the same', () => {
  expect(stringifySearch({ keyword: 'a b&c', pageNum: 2, empty: '', gone: undefined })).toBe('?keyword=a+b%26c&pageNum=2')
  expect(parseSearch('?keyword=a+b%26c&pageNum=2')).toEqual({ keyword: 'a b&c', pageNum: '2' })
  expect(stringifySearch({})).toBe('')
})

test.each<[Search, boolean]>([
  [{ create: '1' }, true],
  [{ create: '1', tab: 'providers' }, true],
  [{}, false],
  // The forms of these pages read what else is in the address: a second, empty one would cover theirs.
  [{ create: '1', forProject: '7', about: 'Smoke' }, false],
  [{ create: '1', id: '3' }, false],
])('%j asks for the form of a new row: %s', (search, asks) => expect(asksForNew(search)).toBe(asks))
