import { text as textOf } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { exportProgress, readFile } from '../file/file.reads.ts'
import { runExport } from '../file/run-export.ts'
import { apiConfigExport, exportConfigs } from './api-config.reads.ts'
import { createConfig } from './api-config.verbs.ts'
import { createPlatform } from './operator-platform.verbs.ts'
import { exportPlatforms, operatorPlatformExport } from './operator-platform.reads.ts'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  const config = { logged: true, enabled: true, maskedFields: ['keyword'] }
  await createConfig(siter, { ...config, path: 'web/role/page', name: 'Roles asked for' })
  await createConfig(siter, { ...config, path: 'web/menu/tree', name: 'Menu asked for' })
  const platform = { protocol: 'http', enabled: true, secret: 'open-sesame' } as const
  await createPlatform(siter, { ...platform, code: 'CARRIER-A', name: 'Carrier A' })
  await createPlatform(siter, { ...platform, code: 'CARRIER-B', name: 'Carrier B' })
})
afterAll(() => world.stop())

test.each([
  ['apiConfig', exportConfigs, ['web/role/page', 'Roles asked for', 'role:view'], 'Menu asked for', { module: 'role' }],
  ['operatorPlatform', exportPlatforms, ['CARRIER-A', 'Carrier A'], 'Carrier B', { keyword: 'carrier-a' }],
] as const)('%s: holds what the filters find, nothing secret, and is audited', async (list, order, inside, outside, filters) => {
  const { exportId } = await order(siter, { format: 'csv', ...filters })
  const definitions = { apiConfig: apiConfigExport, operatorPlatform: operatorPlatformExport }
  await runExport(world.systemCtx, definitions, pino({ level: 'silent' }), exportId)
  const { fileId, state } = await exportProgress(siter, { id: exportId })
  expect(state).toBe('done')
  const content = await textOf((await readFile(siter, { id: fileId ?? '' })).stream)
  for (const text of inside) expect(content).toContain(text)
  expect(content).not.toContain(outside)
  expect(content).not.toContain('sesame')
  const actions = await world.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'export')
    .where('object_id', '=', String(exportId))
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual([`${list}.export`, 'export.finish'])
})
