import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped, type Scope } from '../../../platform/database/scope.ts'
import { questionOf } from '../../../platform/list.ts'
import type { Tables } from '../../../tables/index.ts'
import { askChart, type Period } from './home-period.ts'

const kysely = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
afterAll(() => kysely.destroy())

const staff = { kind: 'company', companyId: 2, depth: 2, accountId: 21 } as const
const part = { project: 7 } as const
const joined = [{ id: 8, rights: ['alarm'] }]
/** Everybody whose rows differ from those of the others. */
const people: Readonly<Record<string, Scope>> = {
  operator: { ...staff, companyId: 1, depth: 1 },
  staff,
  'of the company only': { ...staff, ownPath: '1.2' },
  'of a company that has joined a project': { ...staff, joined },
  'who sees the project of a kiosk': { ...staff, accountId: 0, part },
  'who sees chosen projects': { ...staff, only: 'projects' },
  'who sees other projects': { ...staff, accountId: 22, only: 'projects' },
  'who sees chosen ones of the joined ones': { ...staff, only: 'projects', joined },
  engineer: { ...staff, only: 'own' },
  'another engineer': { ...staff, accountId: 22, only: 'own' },
  'a key': { ...staff, accountId: 0, only: 'projects', keyId: 5 },
  'another key': { ...staff, accountId: 0, only: 'projects', keyId: 6 },
  'another company': { ...staff, companyId: 3 },
  customer: { kind: 'customer', customerId: 4, accountId: 41 },
  'another customer': { kind: 'customer', customerId: 5, accountId: 51 },
  'the wall of a customer': { kind: 'customer', customerId: 4, accountId: 0, part },
  user: { kind: 'user', accountId: 61 },
  'another user': { kind: 'user', accountId: 62 },
  nobody: { kind: 'none' },
}
const colleagues: Readonly<Record<string, Scope>> = {
  staff: { ...staff, accountId: 23 },
  customer: { kind: 'customer', customerId: 4, accountId: 42 },
}

const period: Period = {
  timeZone: 'UTC',
  from: '2026-11-01',
  to: '2026-11-02',
  days: [],
  previousFrom: '2026-10-30',
  isCurrent: false,
}
let now = 0
/** What a chart tells somebody: the name of whoever computed it, which took ten seconds. */
const shown = (name: string, scope: Scope): Promise<string> =>
  askChart({ db: scoped(kysely, scope) } as unknown as Ctx, 'chart', {}, period, async () => {
    now += 10_000
    return name
  })
/** What somebody sees of everything that charts are made of. */
const seen = (scope: Scope): string[] =>
  (['alarm', 'device', 'gateway', 'work_order', 'project'] as const).map((table) =>
    questionOf(scoped(kysely, scope).selectFrom(table).select('id').compile()),
  )

test('a chart that takes long is shared by those who see the same, and by nobody else', async () => {
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const [name, scope] of Object.entries(people)) expect(await shown(name, scope)).toBe(name)
  for (const [name, scope] of Object.entries(colleagues)) {
    expect(await shown('a colleague', scope)).toBe(name)
    expect(seen(scope)).toEqual(people[name] && seen(people[name]))
  }
  clock.mockRestore()
})
