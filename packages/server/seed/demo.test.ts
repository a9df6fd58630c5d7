import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { testDatabase } from '../src/testing/database.ts'

test('every company of the demo has a role for ordinary users, so that they can register', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-demo-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', ROLES: 'api', LOG_LEVEL: 'silent' })
  const app = await createApp({ config, connection: own.connection, demo: true, log: pino({ level: 'silent' }) })
  onTestFinished(() => app.stop())
  await app.start()
  const database = openDatabase({ max: 1, ...own.connection })
  onTestFinished(() => database.close())
  const companies = await database.kysely.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
  expect(companies.length).toBeGreaterThan(3)
  const roles = await database.kysely
    .selectFrom('role')
    .innerJoin('role_menu', 'role_menu.role_id', 'role.id')
    .select('role.company_id')
    .where('role.type', '=', 'user')
    .where('role.enabled', '=', true)
    .execute()
  const open = new Set(roles.map(({ company_id }) => company_id))
  expect(companies.filter(({ id }) => !open.has(id))).toEqual([])
})
