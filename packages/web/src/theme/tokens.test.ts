import { describe, expect, test } from 'vitest'
import { dark, light } from './palette.ts'
import { fontSizes, motion, tokens } from './tokens.ts'

type Files = Record<string, string>
const named = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'theme/'), text]))
const sheets: Files = named({
  ...import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true }),
  ...import.meta.glob<string>('./*.css', { query: '?raw', import: 'default', eager: true }),
})
const components: Files = named(import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true }))
const read = (file: string): string => (sheets[file] ?? components[file] ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const styles = Object.keys(sheets)
const sources = Object.keys(components)

/** What is no text of a page: paper, a picture of another page, and the wall, whose sizes follow its width. */
const exempt: Record<string, string[]> = {
  size: [
    'theme/print.css',
    'kit/label-sheet.css',
    'features/people/company/brand-preview.css',
    'features/overview/large-screen/large-screen.css',
  ],
  colour: ['theme/print.css', 'kit/label-sheet.css'],
  radius: ['kit/label-sheet.css', 'features/overview/large-screen/large-screen.css', 'features/people/company/brand-preview.css'],
  space: ['theme/print.css', 'kit/label-sheet.css'],
  motion: [],
}
/** Figures of a home page that hangs on a wall. */
const farAway = ['features/overview/home/home.css: 44px']
/** A picture of the sign-in page, codes that a camera reads, and a drawing on paper. */
const ownColours = /<(QRCode|Watermark)|context\.|colou?rs?=|bgColor=|font=\{/

const known = new Set([...Object.keys(tokens), ...Object.keys(light), 'motion'])

const declarations = (kind: string, pattern: RegExp) =>
  styles
    .filter((file) => !exempt[kind]?.includes(file))
    .flatMap((file) => Array.from(read(file).matchAll(pattern), ([, value = '']) => ({ file, value: value.trim() })))

const notAllowed = (kind: string, pattern: RegExp, allowed: (value: string) => boolean) =>
  declarations(kind, pattern)
    .filter(({ value }) => !allowed(value))
    .map(({ file, value }) => `${file}: ${value}`)
    .filter((line) => !farAway.includes(line))

describe('style sheets', () => {
  test('are all read', () => {
    expect(styles).toContain('theme/base.css')
    expect(styles.length).toBeGreaterThan(50)
    expect(sources.length).toBeGreaterThan(200)
  })

  test('use the five sizes of text', () => {
    expect(Object.keys(fontSizes)).toHaveLength(5)
    expect(notAllowed('size', /font-size:([^;]+);/g, (value) => /^(var\(--ew-font-\w+\)|inherit)$/.test(value))).toEqual([])
    expect(notAllowed('size', /font:([^;]+);/g, (value) => /^(inherit|.*var\(--ew-font-\w+\)[\s\S]*)$/.test(value))).toEqual([])
  })

  test('name their colours', () => {
    const literal = /#[\da-f]{3,8}\b|\b(rgba?|hsla?)\(|:\s*(white|black|red|green|blue|yellow|gr[ae]y)\b/i
    expect(notAllowed('colour', /[\w-]+:([^;{}]+);/g, (value) => !literal.test(`: ${value}`))).toEqual([])
  })

  test('use the corners of the theme', () => {
    const allowed = (value: string) => value.split(' ').every((one) => /^(0|50%|inherit|var\(--ew-radius-\w+\))$/.test(one))
    expect(notAllowed('radius', /border-radius:([^;]+);/g, allowed)).toEqual([])
  })

  test('keep to the grid', () => {
    const off = (value: string) =>
      Array.from(value.matchAll(/(?<![-\d.])(\d+(?:\.\d+)?)px/g), ([, px]) => Number(px)).some((px) => px > 2 && px % 4 > 0)
    expect(notAllowed('space', /(?<![\w-])(?:gap|padding|margin)(?:-\w+)*:([^;]+);/g, (value) => !off(value))).toEqual([])
  })

  test('move no longer than the theme says', () => {
    expect(motion).toBeLessThanOrEqual(150)
    // A spinner turns for as long as one waits.
    const allowed = (value: string) => /^(none|[\w\s,-]+ var\(--ew-motion\)|ew-spin .*|4s)$/.test(value)
    expect(notAllowed('motion', /(?:transition|animation)[\w-]*:([^;]+);/g, allowed)).toEqual([])
  })

  test('name only what the theme has', () => {
    // A component sets some for its own sheet.
    const all = [...styles, ...sources].map(read).join('\n')
    const local = new Set(Array.from(all.matchAll(/--ew-([\w-]+)['"]?[:,]/g), ([, name]) => name))
    const unknown = styles.flatMap((file) =>
      Array.from(read(file).matchAll(/var\(--ew-([\w-]+)/g), ([, name = '']) => name)
        .filter((name) => !known.has(name) && !local.has(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

test('components name their colours and sizes too', () => {
  const strange = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .filter(
        (line) =>
          /#[\da-f]{6}\b|fontSize: *['"\d]|transition: /i.test(line) &&
          !/^\s*(\*|\/\/|\/\*)/.test(line) &&
          !ownColours.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(strange).toEqual([])
})

test('both themes have the same colours', () => {
  expect(Object.keys(dark)).toEqual(Object.keys(light))
})
