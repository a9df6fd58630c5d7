import { endpoints } from '@emberwatch/contract'
import { expect, test, vi } from 'vitest'
import { refusedField, refusedParts } from './refused-field.ts'

vi.mock('../../i18n/i18n.ts', () => ({ sharedTexts: () => ({}) }))

const task = endpoints.messageTask.create
const rule = endpoints.notifyRule.create

test.each([
  ['a field that is shown', task, ['title', 'companyIds'], 'companyIds', 'companyIds'],
  ['a field within one that is shown', task, ['title', 'filter'], 'companyIds', 'filter'],
  ['the list of the chosen kind, and not the filter', task, ['filter', 'companyIds'], 'companyIds', 'companyIds'],
  ['a field within a list within a list', rule, ['name', 'steps'], 'roleId', 'steps'],
  ['an error named with its place in a list', rule, ['name', 'steps'], 'steps.0.receivers', 'steps'],
  ['what the form does not have', task, ['title', 'pushObject'], 'companyIds', undefined],
  ['a field that no input has', task, ['title', 'filter'], 'phone', undefined],
] as const)('%s', (_what, entry, shown, refused, field) => {
  expect(refusedField(entry, shown, refused)).toBe(field)
})

test.each([
  ['the field itself', ['title', 'filter'], 'filter', []],
  ['a field within it', ['title', 'filter'], 'companyIds', ['companyIds']],
  ['a field within it, named with it', ['title', 'filter'], 'filter.companyIds.0', ['companyIds', '0']],
] as const)('the parts that are marked: %s', (_what, shown, refused, parts) => {
  expect(refusedParts(shown, refused)).toEqual(parts)
})
