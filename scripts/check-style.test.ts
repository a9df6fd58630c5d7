import { expect, test } from 'vitest'
import { readonlyProblems, styleProblems } from './check-style.ts'

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

test('what only a class uses is #name', () => {
  expect(
    found(
      'kit/clock.ts',
      'class Clock {\n  private at = 0\n  #from = 0\n  protected override send() {}\n  private constructor() {}\n}',
    ),
  ).toEqual(['packages/web/src/kit/clock.ts:2: what only a class uses is `#name`, without `private` or `public`'])
})

test('a property of an interface is readonly, unless something near assigns it', () => {
  const of = (...files: readonly (readonly [file: string, text: string])[]): string[] =>
    readonlyProblems(new Map(files.map(([file, text]) => [`packages/server/src/${file}`, text])))
  const row =
    'export interface Row {\n  readonly id: number\n  name: string\n  size?: number\n}\ntype Other = {\n  name: string\n}'
  const [name, size] = [
    'packages/server/src/a/row.ts:3: nothing assigns `name`: `readonly`',
    'packages/server/src/a/row.ts:4: nothing assigns `size`: `readonly`',
  ]
  expect(of(['a/row.ts', row])).toEqual([name, size])
  expect(
    of(['a/row.ts', row], ['a/rename.ts', "row.name = 'new'\nif (row.size === 1 || row.size <= 2) row.size?.toFixed()"]),
  ).toEqual([size])
  expect(of(['a/row.ts', row], ['b/grow.ts', "import type { Row } from '../a/row.ts'\nrow.size += 1\n--row.name"])).toEqual([])
  expect(of(['a/row.ts', row], ['b/other.ts', "row.name = 'new'\ndelete row.size"])).toEqual([name, size])
  // Columns and props go without.
  expect(of(['tables/rows.tables.ts', row], ['a/row.tsx', row], ['a/row.test.ts', row])).toEqual([])
})
