import { expect, test } from 'vitest'
import { importProblem, importProblems } from './check-imports.ts'
import { importsOf } from './import-graph.ts'

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
  ['packages/unknown/src/a.ts', 'pg'],
  // Stores
  ['packages/server/src/features/orders/order/create-order.ts', '../../alarms/alarm/alarm.store.ts'],
  ['packages/server/src/features/orders/order/order.test.ts', '../../alarms/alarm/alarm.store.ts'],
  ['packages/server/src/app.ts', './features/alarms/alarm/alarm.store.ts'],
  // What only tests use
  ['packages/server/src/features/orders/order/create-order.ts', './order.fixture.ts'],
  ['packages/server/src/platform/jobs.ts', '../testing/database.ts'],
  // Layers of the server
  ['packages/server/src/tables/index.ts', '../platform/audit.ts'],
  ['packages/server/src/platform/jobs.ts', '../features/alarms/alarm/alarm.reads.ts'],
  ['packages/server/src/platform/jobs.ts', '../app.ts'],
  ['packages/server/src/features/alarms/alarm/deal-alarm.ts', '../../../features.ts'],
  ['packages/server/src/features/alarms/alarm/deal-alarm.ts', '../../../../seed/demo.ts'],
  ['packages/server/migrations/0001-core.ts', '../src/features/alarms/alarm/alarm.reads.ts'],
  ['packages/server/src/somewhere/new.ts', './other.ts'],
  // Layers of the console
  ['packages/web/src/storage.ts', './routes.ts'],
  ['packages/web/src/i18n/i18n.ts', '../features/*/*/*.{zh,en}.ts'],
  ['packages/web/src/session/session.ts', '../api/call.ts'],
  ['packages/web/src/api/call.ts', '../kit/time.tsx'],
  ['packages/web/src/live/live.ts', '../kit/time.tsx'],
  ['packages/web/src/kit/actions.tsx', '../shell/frame.tsx'],
  ['packages/web/src/kit/actions.tsx', '../features/alarms/alarm/alarm-cells.tsx'],
  ['packages/web/src/shell/frame.tsx', '../features/alarms/alarm/alarm-watch.tsx'],
  ['packages/web/src/features/alarms/alarm/alarm-cells.tsx', '../../../routes.ts'],
  // Districts
  ['packages/server/src/features/sites/project/project.reads.ts', '../../alarms/alarm/alarm.reads.ts'],
  ['packages/contract/src/features/people/account/account.endpoints.ts', '../../orders/order/order.schema.ts'],
  ['packages/web/src/features/alarms/alarm/alarm-cells.tsx', '../../orders/order/order-tabs.tsx'],
  // Pages
  ['packages/web/src/features/orders/order/due.tsx', './order-detail.page.tsx'],
  ['packages/web/src/features/orders/order/due.tsx', '../../sites/project/project-lists.section.tsx'],
])('%s may not import %s', (file, specifier) => {
  expect(importProblem(file, specifier)).toEqual(expect.any(String))
})

test.each([
  ['packages/contract/src/kernel/a.ts', 'typebox/value'],
  ['packages/contract/src/kernel/a.test.ts', 'node:fs'],
  ['packages/web/src/kit/list.tsx', '@emberwatch/contract'],
  ['packages/web/src/kit/list.tsx', 'antd'],
  ['packages/web/src/kit/list.tsx', '../api/hooks.ts'],
  ['packages/web/src/features/alarms/alarm/alarm-cells.tsx', '../../../shell/menu-icon.tsx'],
  ['packages/web/src/features/alarms/alarm/alarm-cells.tsx', '../../../storage.ts'],
  ['packages/web/src/routes.ts', './features/alarms/alarm/alarm-list.page.tsx'],
  ['packages/web/src/features/sites/project/project-detail.page.tsx', '../../alarms/nuisance/nuisance-list.page.tsx'],
  ['packages/web/src/features/sites/project/project-lists.section.tsx', '../../alarms/alarm/alarm-cells.tsx'],
  ['packages/server/src/features/alarms/alarm/alarm.reads.ts', '../../alarms/fault/fault.reads.ts'],
  ['packages/server/src/features/sites/project/project.test.ts', '../../alarms/alarm/alarm.reads.ts'],
  ['packages/web/src/i18n/words.test.ts', '../features/*/*/*.{zh,en}.ts'],
  ['packages/simulator/src/fleet.ts', '@emberwatch/device-link'],
  ['packages/server/src/features/orders/order/create-order.ts', '../../alarms/alarm/deal-alarm.ts'],
  ['packages/server/src/features/orders/order/create-order.ts', './order.store.ts'],
  ['packages/server/src/features/orders/order/order.test.ts', '../../../testing/context.ts'],
  ['packages/server/src/platform/jobs.test.ts', '../features/alarms/alarm/alarm.reads.ts'],
  ['packages/server/src/platform/context.ts', '../config.ts'],
  ['packages/server/src/app.ts', './features.ts'],
  ['bench/run.ts', '../packages/server/src/main.ts'],
])('%s may import %s', (file, specifier) => {
  expect(importProblem(file, specifier)).toBeUndefined()
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
    'const h = import(`h`)',
    `type I = import('i').I`,
    `const j = import.meta.glob<Text>('j', { eager: true })`,
    `export type { k } from 'k'`,
    `export const text = 'not one'`,
    `const from = 'nor this'`,
  ].join('\n')
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'])
})

/** Files of the server by their path below a district, each with what it imports. */
const features = (files: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(files).map(([file, text]) => [`packages/server/src/features/people/${file}`, text]))

test.each([
  ['values', `import { b } from './b.ts'`],
  ['types', `import type { B } from './b.ts'`],
  ['types by name', `type B = import('./b.ts').B`],
  ['re-exports', `export { b } from './b.ts'`],
  ['import()', `const b = () => import('./b.ts')`],
])('files form no circle by %s', (_, text) => {
  const files = features({ 'a/a.ts': text, 'a/b.ts': `import { c } from './c.ts'`, 'a/c.ts': `import { a } from './a.ts'` })
  const problems = importProblems(files)
  expect(problems).toEqual([expect.stringContaining('files in a circle')])
  expect(problems[0]).toMatch(/a\/a\.ts\s+→ \S+a\/b\.ts\s+→ \S+a\/c\.ts\s+→ \S+a\/a\.ts$/)
})

test('features have no import cycle, through whatever files', () => {
  const circle = {
    'session/login.ts': `import { file } from '../file/read-file.ts'`,
    'file/read-file.ts': '',
    'file/upload.ts': `import type { Quota } from '../company/quota.ts'`,
    'company/quota.ts': '',
    'company/create-company.ts': `const end = () => import('../session/end.ts')`,
    'session/end.ts': '',
  }
  expect(importProblems(features(circle))).toEqual([expect.stringContaining('features in a circle')])
  expect(importProblems(features({ ...circle, 'company/create-company.ts': '' }))).toEqual([])
})

test('tests may import from all features', () => {
  const files = {
    'a/a.ts': `import { b } from '../b/b.ts'`,
    'b/b.ts': '',
    'b/b.test.ts': `import { a } from '../a/a.ts'`,
    'b/b.fixture.ts': `import { a } from '../a/a.ts'`,
  }
  expect(importProblems(features(files))).toEqual([])
})

test('a feature lies in one district, the same in all packages', () => {
  const at = (...files: string[]) => importProblems(new Map(files.map((file) => [file, ''])))
  const server = 'packages/server/src/features/orders/order/order.reads.ts'
  expect(at(server, 'packages/web/src/features/orders/order/due.tsx')).toEqual([])
  expect(at(server, 'packages/web/src/features/sites/order/due.tsx')).toEqual([expect.stringContaining('has one district')])
  expect(at('packages/server/src/features/elsewhere/order/order.reads.ts')).toEqual([
    expect.stringContaining('lies in no district'),
  ])
  expect(at('packages/server/src/features/order/order.reads.ts')).toEqual([expect.stringContaining('lies in no district')])
})
