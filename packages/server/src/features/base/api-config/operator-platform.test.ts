import { DomainError, endpoints } from '@emberwatch/contract'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { assertVisible } from '../../../platform/refs.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createPlatform, removePlatform, secretOf, updatePlatform } from './operator-platform.verbs.ts'
import { pagePlatforms } from './operator-platform.reads.ts'

let world: TestWorld
let siter: Ctx

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

let count = 0
const draft = (more: object = {}) => ({
  code: `CARRIER-${++count}`,
  name: `Carrier ${count}`,
  protocol: 'http' as const,
  url: 'https://iot.example.com:8743',
  appId: 'app-1',
  enabled: true,
  ...more,
})
const stored = (id: number) => world.db.selectFrom('operator_platform').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', 'operator_platform')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
const dataDir = () => siter.config.dataDir

test('a secret is stored sealed, never read back, and opens only here', async () => {
  const { id } = await createPlatform(siter, draft({ secret: 'open-sesame-1' }))
  const row = (await pagePlatforms(siter, {})).list.find((each) => each.id === id)
  expect(row).toMatchObject({ hasSecret: true, name: 'Carrier 1', appId: 'app-1', createdBy: 'Siter Admin' })
  expect(JSON.stringify(row)).not.toContain('open-sesame')
  expect(row).not.toHaveProperty('secret')
  const kept = await stored(id)
  expect(kept.secret?.includes('open-sesame')).toBe(false)
  expect(secretOf(dataDir(), kept)).toBe('open-sesame-1')
  expect(readdirSync(dataDir())).toContain('secret.key')
  expect(statSync(join(dataDir(), 'secret.key')).mode & 0o077).toBe(0)
  // A sealed secret copied to another platform's row is useless there.
  const other = await createPlatform(siter, draft())
  await world.db.updateTable('operator_platform').set({ secret: kept.secret }).where('id', '=', other.id).execute()
  expect(() => secretOf(dataDir(), { code: 'CARRIER-2', secret: kept.secret })).toThrow()
})

test('an update replaces the secret only if it contains one; the audit log shows that it changed, not the value', async () => {
  const { id } = await createPlatform(siter, draft({ secret: 'open-sesame-2' }))
  const { code: _, ...fields } = draft({ name: 'Renamed' })
  await updatePlatform(siter, { id, version: 1, ...fields })
  expect(secretOf(dataDir(), await stored(id))).toBe('open-sesame-2')
  await updatePlatform(siter, { id, version: 2, ...fields, secret: 'open-sesame-3' })
  expect(secretOf(dataDir(), await stored(id))).toBe('open-sesame-3')
  const rows = await audits(id)
  expect(rows.map((row) => [row.action, 'secret' in row.changes])).toEqual([
    ['operatorPlatform.create', true],
    ['operatorPlatform.update', false],
    ['operatorPlatform.update', true],
  ])
  expect(JSON.stringify(rows)).not.toContain('sesame')
  await expect(updatePlatform(siter, { id, version: 2, ...fields })).rejects.toMatchObject({ reason: 'staleVersion' })
})

test('a code is unique, and an address may not contain a password', async () => {
  const first = draft()
  await createPlatform(siter, first)
  await expect(createPlatform(siter, first)).rejects.toMatchObject({ reason: 'duplicate', field: 'code' })
  await expect(createPlatform(siter, draft({ url: 'https://user:open-sesame@iot.example.com' }))).rejects.toMatchObject({
    reason: 'notHere',
    field: 'url',
  })
  await createPlatform(siter, draft({ url: 'https://iot.example.com/a@b' }))
})

test('deleting a platform deletes its secret', async () => {
  const { id } = await createPlatform(siter, draft({ secret: 'gone' }))
  await removePlatform(siter, { id })
  expect(await world.db.selectFrom('operator_platform').select('id').where('id', '=', id).execute()).toEqual([])
  expect((await audits(id)).at(-1)).toMatchObject({
    action: 'operatorPlatform.del',
    changes: { url: ['https://iot.example.com:8743', null] },
  })
})

test('nobody below the operating company sees one, whatever their permissions', async () => {
  const { id } = await createPlatform(siter, draft())
  for (const account of ['northAdmin', 'northAgentAdmin', 'northCustomer', 'northUser'] as const) {
    const ctx = await world.ctxOf(world.accounts[account])
    expect((await pagePlatforms(ctx, {})).total).toBe(0)
    await expect(assertVisible(ctx.db, endpoints.operatorPlatform.remove.input, { id })).rejects.toThrow(DomainError)
  }
  await assertVisible(siter.db, endpoints.operatorPlatform.remove.input, { id })
})
