import { expect, test } from 'vitest'

const components = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('no icon is read aloud by its name: the button beside it says what it does', () => {
  const aloud = Object.entries(components).flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/<[A-Z]\w+(?:Outlined|Filled)\b(?![^>]*aria-(?:hidden|label))[^>]*>/g),
      ([icon]) => `${file}: ${icon}`,
    ),
  )
  expect(aloud).toEqual([])
})
