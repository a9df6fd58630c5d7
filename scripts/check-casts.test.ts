import { expect, test } from 'vitest'
import { castProblems } from './check-casts.ts'

const found = (file: string, text: string): string[] => castProblems(new Map([[`packages/web/src/${file}`, text]]))

test('a cast to never is found, with its place', () => {
  expect(found('shell/header.tsx', 'const a = 1\nopen(a as never)\nconst b = { a } as never as Row')).toEqual([
    'packages/web/src/shell/header.tsx:2: `as never` fits everywhere; say what it is',
    'packages/web/src/shell/header.tsx:3: `as never` fits everywhere; say what it is',
  ])
})

test('comments and texts that say so are none, and tests may', () => {
  expect(
    found('shell/header.tsx', '// what was never sent\n/** Such as never occur. */\nconst text = "it was never heard"'),
  ).toEqual([])
  expect(found('shell/header.test.ts', 'open(1 as never)')).toEqual([])
})
