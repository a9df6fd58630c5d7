import { expect, test } from 'vitest'
import { styleProblems } from './check-style.ts'

const found = (file: string, text: string): string[] => styleProblems(new Map([[`packages/web/src/${file}`, text]]))

test('a cast to never is found, with its place', () => {
  expect(found('shell/header.tsx', 'const a = 1\nopen(a as never)\nconst b = { a } as never as Row')).toEqual([
    'packages/web/src/shell/header.tsx:2: `as never` fits everywhere, so it hides whatever else is wrong; say what it is',
    'packages/web/src/shell/header.tsx:3: `as never` fits everywhere, so it hides whatever else is wrong; say what it is',
  ])
})

test('comments and texts that say so are none, and tests may', () => {
  expect(
    found('shell/header.tsx', '// what was never sent\n/** Such as never occur. */\nconst text = "it was never heard"'),
  ).toEqual([])
  expect(found('shell/header.test.ts', 'open(1 as never)')).toEqual([])
})

test('a constant has a name like all others', () => {
  expect(found('kit/clock.tsx', 'export const TICK_MS = 1_000\nconst FIRE = 1\nconst tickMs = 1_000\nconst T = 1')).toEqual([
    'packages/web/src/kit/clock.tsx:1: constants have names like all others: `lockMs`, not `LOCK_MS`',
    'packages/web/src/kit/clock.tsx:2: constants have names like all others: `lockMs`, not `LOCK_MS`',
  ])
})

test('the server takes the time from a clock', () => {
  const of = (file: string): string[] => styleProblems(new Map([[`packages/server/src/${file}`, 'const at = new Date()']]))
  expect(of('platform/api-log.ts')).toEqual([
    'packages/server/src/platform/api-log.ts:1: the time comes from a clock: `ctx.clock.now()`',
  ])
  expect(of('platform/context.ts')).toEqual([])
  expect(of('platform/api-log.test.ts')).toEqual([])
})

test('a function is a constant, but for a generator', () => {
  const texts = ['export async function read(): void {}', 'function* each() {}', '  function inner() {}', 'const f = () => 1']
  expect(found('kit/clock.tsx', texts.join('\n'))).toEqual([
    'packages/web/src/kit/clock.tsx:1: functions are constants: `const name = (…) => …`',
    'packages/web/src/kit/clock.tsx:3: functions are constants: `const name = (…) => …`',
  ])
})
