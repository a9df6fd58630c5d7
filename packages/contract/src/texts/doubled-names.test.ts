import { expect, test } from 'vitest'
import { fields as en } from './en/fields.ts'
import { rules as enRules } from './en/rules.ts'
import { fields as zh } from './zh/fields.ts'
import { rules as zhRules } from './zh/rules.ts'

/** Whether a name ends with the beginning of a text, so that it would be read twice: two characters in Chinese, a word in English. */
const isTwice = {
  zh: (name: string, text: string): boolean =>
    Array.from(text, (_character, index) => text.slice(0, index + 1)).some((start) => start.length >= 2 && name.endsWith(start)),
  en: (name: string, text: string): boolean => name.toLowerCase().split(' ').at(-1) === text.toLowerCase().split(' ')[0],
}

test('the name of a field stands in front of why it was refused: no reason begins with the name again', () => {
  const doubled = (language: keyof typeof isTwice, fields: object, rules: object) =>
    Object.entries(rules as Record<string, string>).flatMap(([rule, text]) =>
      // What is chosen from a list is never refused for its own format.
      Object.values(fields as Record<string, string>).flatMap((name) => {
        if (name.endsWith('格式')) return []
        return isTwice[language](name, text) ? [`${rule}: ${name} ${text}`] : []
      }),
    )
  expect(doubled('zh', zh, zhRules)).toEqual([])
  expect(doubled('en', en, enRules)).toEqual([])
})
