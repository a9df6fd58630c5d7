import { expect, test } from 'vitest'
import { wordProblems } from './words.ts'

const found = (file: string, text: string): string[] => wordProblems(new Map([[file, text]]))

test.each([
  ['packages/contract/src/features/people/role/role.endpoints.ts', '    del: { summary: "Delete a role" },', '`remove`'],
  ['packages/server/src/features/people/role/feature.ts', '  forbidden: setRoleEnabled,', '`setEnabled`'],
  ['packages/server/src/features/people/company/company.verbs.ts', 'const siterId = 1', '`operatingCompany`'],
  ['packages/web/src/features/orders/order/due.tsx', "if (status === 'on_hold') return", '`orderStatus`'],
  ['packages/server/src/features/notify/notification/engine.ts', 'const told = 1', '`notified`'],
  ['packages/server/src/features/ingest/ingest/batcher.ts', 'const isAside = true', '`parked`'],
  ['packages/server/src/platform/broker/broker.ts', 'export type Receipt = string', '`acknowledgedBy`'],
  ['packages/server/src/features/overview/home/home.reads.ts', 'interface Health {', '`HealthScore`'],
  ['packages/server/src/platform/jobs-of.ts', '// What a dead process worked on.', '`crashes`'],
  ['packages/server/src/platform/http/server.ts', '/** Bounds connections of strangers. */', '`unauthenticated`'],
])('%s must not say it', (file, line, instead) => {
  const [problem, ...more] = found(file, `const a = 1\n${line}`)
  expect(more).toEqual([])
  expect(problem).toContain(`${file}:2: `)
  expect(problem).toContain(instead)
})

test('where a word is sent, stored, a text, or has its own meaning, it stays', () => {
  expect(found('packages/contract/src/texts/en/audit.ts', "    del: 'deleted',")).toEqual([])
  expect(found('packages/server/src/features/people/role/role.verbs.ts', "const audit = { action: 'role.del' }")).toEqual([])
  expect(found('packages/contract/src/enums/orders.ts', "    'on_hold',")).toEqual([])
  expect(found('packages/server/src/platform/channels/smpp.ts', 'const receipt = read()')).toEqual([])
  expect(found('packages/server/src/tables/reports.tables.ts', '  told_at: OptionalInstant')).toEqual([])
  expect(found('packages/server/src/features/alarms/alarm/reached.ts', '// Nobody was reached.')).toEqual([])
})
