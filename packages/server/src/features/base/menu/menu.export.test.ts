import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { exportMenus, menuExport } from './menu.reads.ts'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

test('an export contains the filtered tree, each entry after its parent', async () => {
  const all: number[] = []
  const codes: string[] = []
  for (let after: number | null = null; ;) {
    const { list } = await menuExport.page(siter, { after, pageSize: 7 })
    const last = list.at(-1)
    if (!last) break
    after = last.id
    all.push(...list.map(({ id }) => id))
    codes.push(...list.map((row) => (row as unknown as { code: string }).code))
  }
  expect(new Set(all).size).toBe(all.length)
  expect(codes).toEqual(expect.arrayContaining(['system', 'alarm.log', 'menu:export']))
  expect(codes.indexOf('system.menu')).toBeLessThan(codes.indexOf('menu:export'))
  const narrowed = await menuExport.page(siter, { keyword: 'web/menu/export', after: null, pageSize: 100 })
  expect(narrowed.list).toMatchObject([{ code: 'system' }, { code: 'system.menu' }, { code: 'menu:export' }])
  const { exportId } = await exportMenus(siter, { format: 'csv', enabled: true })
  const audit = await world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'menu.export', object_kind: 'export', object_id: String(exportId) })
})
