import { en as sharedEn } from '@emberwatch/contract/texts/en'
import { zh as sharedZh } from '@emberwatch/contract/texts/zh'
import { expect, test } from 'vitest'
import { kit as kitEn } from './en/kit.ts'
import { shell as shellEn } from './en/shell.ts'
import { kit as kitZh } from './zh/kit.ts'
import { shell as shellZh } from './zh/shell.ts'

const features = import.meta.glob<object>('../features/*/*.{zh,en}.ts', { import: 'texts', eager: true })
const featuresOf = (language: 'zh' | 'en') =>
  Object.fromEntries(Object.entries(features).filter(([path]) => path.endsWith(`.${language}.ts`)))

const textsOf = (value: unknown, path: string): [path: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`))
    : [[path, String(value)]]
const english = textsOf({ shared: sharedEn, kit: kitEn, shell: shellEn, ...featuresOf('en') }, '')
const chinese = textsOf({ shared: sharedZh, kit: kitZh, shell: shellZh, ...featuresOf('zh') }, '')

/** Wordings that a native reader stumbles over, each with its replacement. */
const stilted: readonly (readonly [RegExp, string])[] = [
  [/\bin all\b/, 'Total: 6'],
  [/\bback to (the )?(standard|defaults?)\b/i, 'Reset'],
  [/\bkeep this\b/i, 'Save'],
  [/\basked for$/i, 'required, requested'],
  [/\bwaits to be\b/i, 'is waiting for'],
  [/\bleft empty it stays\b/i, 'leave empty to keep it'],
  [/\byou lack\b/i, 'you do not have'],
  [/\bthe present state\b/i, 'the current state'],
  [/\bnot the same$/i, 'do not match'],
  [/\b(names|named) no\b/i, 'has no'],
  [/\bnobody yet\b/i, 'Not assigned'],
  [/\bbegins with\b/i, 'starts with'],
]

test('English reads as a native would write it', () => {
  expect(english.length).toBeGreaterThan(1_000)
  const found = english.flatMap(([path, text]) =>
    stilted.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${path}: “${text}”; rather: ${better}`),
  )
  expect(found).toEqual([])
})

test('Chinese reads as a native would write it', () => {
  // Somebody signed in as another user acts in their name, which may be in any script.
  expect(chinese.filter(([, text]) => /正代|代 \{\{\w+\}\} 登录/.test(text))).toEqual([])
  // Chinese punctuation between Chinese words, and no space next to it.
  expect(chinese.filter(([, text]) => /[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?![\w ])|[，。；：？！] /.test(text))).toEqual([])
})
