import { expect, test } from 'vitest'
import { allEndpoints } from './all-endpoints.ts'
import { patterns } from './kernel/rules.ts'

interface SchemaNode {
  readonly type?: string
  readonly rule?: string
  readonly pattern?: string
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
}

const patternsIn = (node: SchemaNode): string[] => [
  ...(node.pattern === undefined ? [] : [node.pattern]),
  ...(node.items ? patternsIn(node.items) : []),
  ...Object.values(node.properties ?? {}).flatMap(patternsIn),
]

/** Every pattern that validates an input. */
const all = [
  ...new Set([
    ...Object.values(patterns),
    ...allEndpoints.flatMap(({ entry }) => patternsIn(entry.input as unknown as SchemaNode)),
  ]),
]

/** Short texts, to find a pattern that would never finish on the long one. */
const lengths = [26, 1_000, 10_000, 100_000]
const pieces = [
  'a',
  '1',
  '0',
  '-',
  '.',
  ' ',
  '@',
  '+',
  ':',
  '/',
  'a.',
  'a-',
  '1 ',
  '1-',
  '+1',
  '00',
  'a@',
  '.a',
  '@a.',
  'http://',
  '20',
  '19-',
  'Z',
  'T00:00',
  '火',
  '\n',
]
const beginnings = ['', '+', '00', 'a@', 'http://', 'https://a', '2026-', '2026-01-01T00:00:00', '/', '#', 'a.', '1.1.']
const ends = ['', '!', '@', '\0', '\n', ' ']

/** The first text for which a pattern takes too long. */
const slowText = (source: string): string | undefined => {
  const pattern = new RegExp(source, 'u')
  for (const length of lengths)
    for (const piece of pieces)
      for (const beginning of beginnings) {
        const body = beginning + piece.repeat(length / piece.length)
        const before = process.cpuUsage()
        for (const end of ends) pattern.test(body + end)
        const { user } = process.cpuUsage(before)
        if (user > 50_000 * ends.length) return `${JSON.stringify(beginning + piece)}…: ${user / 1_000} ms`
      }
  return undefined
}

test('no text takes a pattern longer than its length explains', () => {
  const slow = all.flatMap((source) => {
    const text = slowText(source)
    return text === undefined ? [] : [`${source} on ${text}`]
  })
  expect(slow).toEqual([])
  expect(all.length).toBeGreaterThan(Object.keys(patterns).length)
})

test('every field for a phone number or an email is checked as one, so that it says at its field what is wrong', () => {
  const fields = allEndpoints.flatMap(({ name, entry }) =>
    Object.entries((entry.input as unknown as SchemaNode).properties ?? {})
      .filter(([field, { type }]) => type === 'string' && /(?:phone|email)$/i.test(field))
      .map(([field, { rule }]) => ({ field: `${name} ${field}`, rule, wanted: /phone$/i.test(field) ? 'phone' : 'email' })),
  )
  expect(fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['projectNotifier.create phone', 'account.create phone']),
  )
  expect(fields.filter(({ rule, wanted }) => rule !== wanted)).toEqual([])
})
