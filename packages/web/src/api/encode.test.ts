import { expect, test } from 'vitest'
import { bodyOf, queryOf } from './encode.ts'

test('a query leaves out unset values and repeats the key of an array', () => {
  expect(queryOf({ pageNum: 1, keyword: '', state: undefined, test: false, ids: [1, 2] })).toBe(
    '?pageNum=1&test=false&ids=1&ids=2',
  )
  expect(queryOf({})).toBe('')
})

test('a flat body is a form, a nested one JSON', () => {
  expect(bodyOf({ account: 'a b', left: undefined, level: 2 })).toEqual(new URLSearchParams('account=a+b&level=2'))
  expect(bodyOf({ ids: [] })).toBe('{"ids":[]}')
  expect(bodyOf({ note: null })).toBe('{"note":null}')
})
