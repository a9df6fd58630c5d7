import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test('an address contains plain text, and reads back the same', () => {
  expect(stringifySearch({ keyword: 'a b&c', pageNum: 2, empty: '', gone: undefined })).toBe('?keyword=a+b%26c&pageNum=2')
  expect(parseSearch('?keyword=a+b%26c&pageNum=2')).toEqual({ keyword: 'a b&c', pageNum: '2' })
  expect(stringifySearch({})).toBe('')
})
