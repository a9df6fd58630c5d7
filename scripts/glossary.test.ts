import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { en } from '../packages/contract/src/texts/en.ts'
import { operationLabel, type OperationWords } from '../packages/contract/src/texts/operation-labels.ts'
import { zh } from '../packages/contract/src/texts/zh.ts'

interface Term {
  readonly words: { readonly en: string; readonly zh: string }
  /** The path of its label in the texts, e.g. `enums/alarmState/confirmed`. */
  readonly key: string
}

/** The terms of the glossary that have a label in the texts. */
const readTerms = (page: string): Term[] =>
  [...page.matchAll(/^\| (.+?) +\| (.+?) +\| .+ \| `([^`]+\/[^`]+)` +\|$/gm)].map(([, english = '', chinese = '', key = '']) => ({
    words: { en: english, zh: chinese },
    key,
  }))

const labelAt = (texts: { operations: OperationWords }, key: string): unknown => {
  const [group, ...rest] = key.split('/')
  return group === 'operations' ? operationLabel(texts.operations, rest.join('/')) : valueAt(texts, key)
}

const valueAt = (texts: unknown, key: string): unknown =>
  key
    .split('/')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : at), texts)

/** Terms whose label differs from the glossary, one line each. */
const differences = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ words, key }) =>
    (['en', 'zh'] as const)
      .filter((language) => labelAt({ en, zh }[language], key) !== words[language])
      .map(
        (language) =>
          `${key}: the glossary says "${words[language]}", the ${language} texts "${String(labelAt({ en, zh }[language], key))}"`,
      ),
  )

const page = readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8')

test('the texts use the words of the glossary', () => {
  const terms = readTerms(page)
  expect(terms.length).toBeGreaterThan(60)
  expect(differences(terms)).toEqual([])
})

test.each([
  ['another English word', '| Resolved ', '| Cleared '],
  ['another Chinese word', '| 火警 ', '| 火灾 '],
  ['a label that is gone', 'enums/alarmState/confirmed', 'enums/alarmState/taken'],
])('%s is found', (_name, from, to) => {
  expect(page).toContain(from)
  expect(differences(readTerms(page.replace(from, to)))).toHaveLength(to.includes('/') ? 2 : 1)
})
