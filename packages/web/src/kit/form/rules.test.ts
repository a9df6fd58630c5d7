import { expect, test, vi } from 'vitest'
import { inputOf, problemOf } from './rules.ts'

// The texts themselves do not matter here: each rule returns its own name.
vi.mock('../../i18n/i18n.ts', () => ({
  sharedTexts: () => ({
    rules: new Proxy(
      {},
      {
        get: (_, name) =>
          ['minLength', 'maximum', 'minItems'].includes(String(name)) ? `${String(name)} {{limit}}` : String(name),
      },
    ),
  }),
}))
// Loaded separately, because another file of this process may have loaded it with the real texts.
vi.mock('../schema.ts', async (original) => ({
  ...(await original<object>()),
  labelOf: (field: string) => (field === 'afterS' ? 'after' : field),
}))

test.each([
  ['', {}, true, 'required'],
  ['  ', {}, true, 'required'],
  ['', {}, false, undefined],
  [' ab ', { minLength: 3 }, true, 'minLength 3'],
  [' abc ', { minLength: 3 }, true, undefined],
  ['12', { rule: 'phone' }, true, 'phone'],
  ['+86 13800000000', { rule: 'phone' }, true, undefined],
  [10, { maximum: 9 }, true, 'maximum 9'],
  [0, {}, true, undefined],
  [[], { minItems: 1 }, true, 'required'],
  [[], { minItems: 1 }, false, 'minItems 1'],
  [false, {}, true, undefined],
  [[5, 150], { items: { maximum: 100 } }, true, '2: maximum 100'],
  [[5, 100], { items: { maximum: 100 } }, true, undefined],
  [[5, null], { items: { maximum: 100 } }, true, '2: required'],
  [[{ afterS: 9, note: 'x' }], { items: { properties: { afterS: { maximum: 8 } } } }, true, '1: after: maximum 8'],
  [{ afterS: 9 }, { properties: { afterS: { maximum: 8 } } }, true, 'after: maximum 8'],
] as const)('%j by %j (required %s): %s', (value, facts, required, problem) => {
  expect(problemOf(value, facts, required)).toBe(problem)
})

test('a form sends what was filled in, trimmed', () => {
  expect(inputOf({ name: ' a ', remark: '  ', level: 0, grants: [], left: 1 }, ['name', 'remark', 'level', 'grants'])).toEqual({
    name: 'a',
    level: 0,
    grants: [],
  })
})
