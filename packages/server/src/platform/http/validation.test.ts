import { endpoints } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { normalizeInput, problemsOf } from './validation.ts'

const create = (fields: Record<string, unknown>) => normalizeInput(fields, endpoints.customer.create.input)

test('names, codes and phones are stored as they look', () => {
  const { input, refused } = create({
    name: ' Har\u200bbour\u00a0 １ ',
    phone: '(010) 1234-5678',
    contacter: '\u200b',
    email: 'a＠b.cn',
  })
  expect(refused).toEqual([])
  expect(input).toEqual({ name: 'Harbour 1', phone: '010-12345678', email: 'a@b.cn' })
})

test('a name with direction marks is refused by name; a search for it finds what is stored', () => {
  const { refused } = create({ name: 'abc\u202egpj' })
  expect(problemsOf(refused, 'en')).toMatchObject([
    { field: 'name', rule: 'direction', msg: expect.stringContaining('direction') },
  ])
  const { input } = normalizeInput({ keyword: '\u202aHar\u200bbour\u202c' }, endpoints.customer.page.input)
  expect(input).toEqual({ keyword: 'Harbour' })
})

test('lists of texts are cleaned one by one, secrets not at all', () => {
  const { input } = normalizeInput({ oldPwd: 'a\u200bb', newPwd: ' １２３\u00a0a ' }, endpoints.session.changePassword.input)
  expect(input).toEqual({ oldPwd: 'a\u200bb', newPwd: '１２３\u00a0a' })
})

test('blanks in a list are left out, but a list of nothing else is refused: without entries it would allow everything', () => {
  const key = (addresses: unknown) => normalizeInput({ addresses }, endpoints.openAccess.create.input)
  expect(key(['10.0.0.1', ' ', null])).toMatchObject({ input: { addresses: ['10.0.0.1'] }, refused: [] })
  expect(key([])).toMatchObject({ input: { addresses: [] }, refused: [] })
  for (const blank of [[' '], ['', '\u00a0'], [null], '[" "]'])
    expect(problemsOf(key(blank).refused, 'en')).toMatchObject([{ field: 'addresses', rule: 'minItems' }])
})
