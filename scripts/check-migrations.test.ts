import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOf, judge } from './check-migrations.ts'

const released = { '0001-first.ts': 'a', '0003-third.ts': 'c' }

test('released migrations as they were, and newer ones, are fine', () => {
  expect(judge(released, { ...released, '0004-new.ts': 'd' })).toEqual([])
})

test.each([
  ['a changed one', { ...released, '0001-first.ts': 'b' }, '0001-first.ts was changed'],
  ['one that is gone', { '0003-third.ts': 'c' }, '0001-first.ts is missing'],
  ['a renamed one', { '0001-first.ts': 'a', '0003-third-time.ts': 'c' }, '0003-third.ts is missing'],
  ['one that comes too late', { ...released, '0002-second.ts': 'b' }, '0002-second.ts comes before'],
])('%s is found', (_name, files, problem) => {
  expect(judge(released, files).join('\n')).toContain(problem)
})

test('line ends make no difference, anything else does', () => {
  expect(digestOf('a\r\nb')).toBe(digestOf('a\nb'))
  expect(digestOf('a\nb ')).not.toBe(digestOf('a\nb'))
})

test('the migrations here are those of every released version, and a changed byte of one would be found', () => {
  const dir = join(import.meta.dirname, '../packages/server/migrations')
  const list = JSON.parse(readFileSync(join(dir, 'released.json'), 'utf8')) as Record<string, string>
  const texts = readdirSync(dir)
    .filter((name) => name.endsWith('.ts'))
    .map((name): [string, string] => [name, readFileSync(join(dir, name), 'utf8')])
  const files = Object.fromEntries(texts.map(([name, text]) => [name, digestOf(text)]))
  expect(judge(list, files)).toEqual([])
  expect(Object.keys(list)).toContain('0015-data-scopes.ts')
  for (const [name, text] of texts.filter(([each]) => each in list))
    expect(judge(list, { ...files, [name]: digestOf(`${text} `) })).toHaveLength(1)
  expect(() => execFileSync(process.execPath, [join(import.meta.dirname, 'check-migrations.ts')])).not.toThrow()
})
