import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { without } from '../account/account.fixture.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { assignGrants, createRole } from './role.verbs.ts'
import { roleDetail } from './role.reads.ts'

let world: TestWorld
let admin: Ctx
let agent: Ctx
beforeAll(async () => {
  world = await testWorld()
  admin = await world.ctxOf(world.accounts.northAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
})
afterAll(() => world.stop())

let count = 0
const draft = (more: object = {}) => ({ name: `Role ${++count}`, type: 'distributor' as const, level: 5, ...more })

describe('assign', () => {
  test('sets the grants, ends the holders’ sessions', async () => {
    const { id } = await createRole(admin, draft())
    await world.db.insertInto('account_role').values({ account_id: world.accounts.northBare.id, role_id: id }).execute()
    await world.db
      .insertInto('session')
      .values({
        token_hash: Buffer.from(`a${id}`),
        account_id: world.accounts.northBare.id,
        expires_at: new Date(Date.now() + 60_000),
      })
      .execute()
    const { version } = await roleDetail(admin, { id })
    await assignGrants(admin, { id, version, grants: ['alarm:confirm'] })
    expect((await roleDetail(admin, { id })).grants).toContain('alarm:confirm')
    const audit = await world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      action: 'role.assign',
      object_id: String(id),
      changes: { grants: [[], ['alarm', 'alarm.log', 'alarm:confirm', 'alarm:view']] },
    })
    expect(
      await world.db.selectFrom('session').select('account_id').where('account_id', '=', world.accounts.northBare.id).execute(),
    ).toEqual([])
  })
  test('removes nothing that the caller lacks', async () => {
    const { id } = await createRole(agent, draft({ type: 'agent_one', grants: ['role:view', 'alarm:view'] }))
    const { version } = await roleDetail(agent, { id })
    const poorer: Ctx = { ...agent, actor: { ...agent.actor, operations: new Set(['alarm:view']) } }
    await expect(assignGrants(poorer, { id, version, grants: ['alarm:view'] })).rejects.toMatchObject({
      reason: 'grantBeyondOwn',
    })
  })
  test('keeps what the caller lacks, and names it by its label if it would be added or removed', async () => {
    const { id } = await createRole(admin, draft({ grants: ['alarm:view', 'role:view', 'role:create'] }))
    const { version, grants } = await roleDetail(admin, { id })
    const poorer = without(admin, 'role:view', 'role:create')
    await assignGrants(poorer, { id, version, grants: [...grants, 'alarm:confirm'] })
    expect((await roleDetail(admin, { id })).grants).toEqual([...grants, 'alarm:confirm'].sort())
    await expect(
      assignGrants(poorer, { id, version: version + 1, grants: grants.filter((code) => code !== 'role:create') }),
    ).rejects.toMatchObject({ reason: 'grantBeyondOwn', params: { grants: 'Create' } })
    await assignGrants(poorer, { id, version: version + 1, grants: [...grants, 'role:del'] })
    const other = without(admin, 'role:forbidden')
    await expect(
      assignGrants(other, { id, version: version + 2, grants: [...grants, 'role:del', 'role:forbidden'] }),
    ).rejects.toMatchObject({ reason: 'grantBeyondOwn', params: { grants: 'Enable or disable' } })
  })
  test('drops what the type may no longer contain', async () => {
    const { id } = await createRole(admin, draft({ type: 'customer', grants: ['alarm:view'] }))
    await world.db.insertInto('role_menu').values({ role_id: id, menu_code: 'role:view' }).execute()
    const { version, grants } = await roleDetail(admin, { id })
    await assignGrants(without(admin, 'role:view'), { id, version, grants })
    expect((await roleDetail(admin, { id })).grants).toEqual(['alarm', 'alarm.log', 'alarm:view'])
  })
  test('refuses a stale version', async () => {
    const { id } = await createRole(admin, draft())
    await expect(assignGrants(admin, { id, version: 99, grants: [] })).rejects.toMatchObject({ reason: 'staleVersion' })
  })
})
