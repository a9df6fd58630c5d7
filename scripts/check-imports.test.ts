import { expect, test } from 'vitest'
import { importsOf, judge } from './check-imports.ts'

test.each([
  ['packages/contract/src/kernel/a.ts', 'fastify'],
  ['packages/contract/src/kernel/a.ts', 'node:fs'],
  ['packages/contract/src/kernel/a.ts', '@emberwatch/server'],
  ['packages/contract/src/kernel/a.ts', '../../../server/src/main.ts'],
  ['packages/device-link/src/codec.ts', '@emberwatch/contract'],
  ['packages/device-link/src/codec.ts', 'mqtt'],
  ['packages/simulator/src/fleet.ts', '@emberwatch/contract'],
  ['packages/web/src/kit/list.tsx', '@emberwatch/server'],
  ['packages/web/src/kit/list.test.tsx', '@emberwatch/server'],
  ['packages/server/src/platform/jobs.ts', '../features/alarm/alarm.reads.ts'],
  ['packages/server/src/features/order/create-order.ts', '../alarm/alarm.store.ts'],
  ['packages/server/src/app.ts', './features/alarm/alarm.store.ts'],
  ['packages/unknown/src/a.ts', 'pg'],
])('%s may not import %s', (file, specifier) => {
  expect(judge(file, specifier)).toEqual(expect.any(String))
})

test.each([
  ['packages/contract/src/kernel/a.ts', 'typebox/value'],
  ['packages/contract/src/kernel/a.test.ts', 'node:fs'],
  ['packages/web/src/kit/list.tsx', '@emberwatch/contract'],
  ['packages/web/src/kit/list.tsx', 'antd'],
  ['packages/simulator/src/fleet.ts', '@emberwatch/device-link'],
  ['packages/server/src/features/order/create-order.ts', '../alarm/deal-alarm.ts'],
  ['packages/server/src/features/order/create-order.ts', './order.store.ts'],
  ['packages/server/src/app.ts', './features.ts'],
  ['bench/run.ts', '../packages/server/src/main.ts'],
])('%s may import %s', (file, specifier) => {
  expect(judge(file, specifier)).toBeUndefined()
})

test('finds every kind of import', () => {
  const text = [
    `import a from 'a'`,
    `import type { b } from "b"`,
    `import {`,
    `  c,`,
    `} from 'c'`,
    `import 'd'`,
    `export { e } from 'e'`,
    `export * from 'f'`,
    `const g = await import('g')`,
    `export const text = 'not one'`,
    `const from = 'nor this'`,
  ].join('\n')
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})
