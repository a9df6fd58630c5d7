import { limits } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { conditionsOf, patchTo, renamed, savedIn, withSaved } from './saved-filters.ts'

const open = { name: 'Open', search: { state: 'unconfirmed' } }
const mine = { name: 'Mine', search: { keyword: 'hotel' } }

test('stored values are read as far as they are valid filters', () => {
  expect(savedIn([open, { name: 3 }, null, { name: 'No search' }, { name: 'Number', search: { typeId: 3 } }])).toEqual([
    open,
    { name: 'Number', search: { typeId: '3' } },
  ])
  expect(savedIn(undefined)).toEqual([])
})

test('only conditions are saved, and applying clears the others', () => {
  const names = ['keyword', 'state', 'sort']
  expect(conditionsOf({ keyword: 'hotel', state: '', pageNum: '3' }, names)).toEqual({ keyword: 'hotel' })
  expect(patchTo({ name: 'Old', search: { state: 'unconfirmed', gone: 'x' } }, names)).toEqual({
    keyword: '',
    state: 'unconfirmed',
    sort: '',
  })
})

test('a name identifies one filter', () => {
  expect(withSaved([open, mine], { name: 'Open', search: {} })).toEqual([{ name: 'Open', search: {} }, mine])
  expect(renamed([open, mine], 'Open', 'Mine')).toEqual([{ ...open, name: 'Mine' }])
  expect(renamed([open, mine], 'Open', 'Open')).toEqual([open, mine])
  const many = Array.from({ length: limits.savedFilters }, (_, i) => ({ name: String(i), search: {} }))
  expect(withSaved(many, mine)).toEqual(many)
})
