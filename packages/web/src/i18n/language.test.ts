import { expect, test } from 'vitest'
import { resolveLanguage } from './language.ts'

test.each([
  ['en', ['zh-CN'], 'en'],
  ['zh', [], 'zh'],
  [null, ['zh-CN', 'en'], 'zh'],
  [null, ['en-GB', 'zh'], 'en'],
  [null, ['fr-FR', 'zh-TW'], 'zh'],
  [null, ['fr-FR'], 'en'],
  ['fr', ['de'], 'en'],
  [null, [], 'zh'],
] as const)('stored %s, browser %j: %s', (stored, browser, language) => {
  expect(resolveLanguage(stored, browser)).toBe(language)
})
