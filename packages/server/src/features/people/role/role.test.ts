import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { without } from '../account/account.fixture.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createRole, removeRole, setRoleEnabled, updateRole } from './role.verbs.ts'
import { grantableMenus, pageRoles, roleDetail, selectRoles } from './role.reads.ts'

let world: TestWorld
let admin: Ctx
let engineer: Ctx
let agent: Ctx
let south: Ctx

beforeAll(async () => {
  world = await testWorld()
  admin = await world.ctxOf(world.accounts.northAdmin)
  engineer = await world.ctxOf(world.accounts.northEngineer)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

let count = 0
const draft = (more: object = {}) => ({ name: `Role ${++count}`, type: 'distributor' as const, level: 5, ...more })
const audits = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', 'role')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
const refusal = async (attempt: Promise<unknown>): Promise<string> => {
  try {
    await attempt
    return 'allowed'
  } catch (error) {
    if (error instanceof DomainError) return error.reason
    throw error
  }
}

describe('create', () => {
  test('an operation brings its page, its group and the operation that opens the page; an audit row says who', async () => {
    const { id } = await createRole(admin, draft({ grants: ['alarm:deal'] }))
    expect((await roleDetail(admin, { id })).grants).toEqual(['alarm', 'alarm.log', 'alarm:deal', 'alarm:view'])
    const [row] = await audits(id)
    expect(row).toMatchObject({
      action: 'role.create',
      actor_id: admin.actor.accountId,
      company_id: world.companies.north.id,
      result: 'ok',
    })
  })
  test('a copy of a role of the caller’s own level is offered the highest level that can be saved', async () => {
    const { role_id: id } = await world.db
      .selectFrom('account_role')
      .select('role_id')
      .where('account_id', '=', world.accounts.northAdmin.id)
      .executeTakeFirstOrThrow()
    const own = await roleDetail(admin, { id })
    expect(await refusal(createRole(admin, draft({ level: own.level })))).toBe('levelTooHigh')
    expect(own.copyLevel).toBe(own.level + 1)
    expect(await refusal(createRole(admin, draft({ level: own.copyLevel, grants: own.grants })))).toBe('allowed')
    const lower = await createRole(admin, draft({ level: 7 }))
    expect((await roleDetail(admin, lower)).copyLevel).toBe(7)
  })
  test('somebody who assigns orders may appoint engineers without being one', async () => {
    const grants = ['order:work']
    const { id } = await createRole(without(admin, 'order:work'), draft({ grants }))
    expect((await roleDetail(admin, { id })).grants).toContain('order:work')
    const assigning = ['installOrder:assign', 'repairOrder:assign', 'inspectOrder:assign', 'maintenanceOrder:assign']
    expect(await refusal(createRole(without(admin, 'order:work', ...assigning), draft({ grants })))).toBe('grantBeyondOwn')
  })
  test.each([
    [
      'an operation that the caller lacks',
      () => createRole(engineer, draft({ level: 8, grants: ['role:del'] })),
      'grantBeyondOwn',
    ],
    ['an operation that does not exist', () => createRole(admin, draft({ grants: ['no:such'] })), 'grantBeyondOwn'],
    [
      'an operation that the type may not hold',
      () => createRole(admin, draft({ type: 'customer', grants: ['role:view'] })),
      'notHere',
    ],
    ['one’s own level', () => createRole(admin, draft({ level: 1 })), 'levelTooHigh'],
    ['the type of a company above', () => createRole(admin, draft({ type: 'siter' })), 'notHere'],
  ])('refuses %s and leaves nothing behind', async (_what, attempt, reason) => {
    const before = await pageRoles(admin, { pageSize: 100 })
    expect(await refusal(attempt())).toBe(reason)
    expect((await pageRoles(admin, { pageSize: 100 })).total).toBe(before.total)
  })
  test('refuses a name already used in the company for that type', async () => {
    const role = draft()
    await createRole(admin, role)
    expect(await refusal(createRole(admin, { ...role, name: role.name.toUpperCase() }))).toBe('duplicate')
  })
})

describe('edit', () => {
  test('changes the row once; the second editor of the same version learns who was first', async () => {
    const { id } = await createRole(admin, draft())
    const { version } = await roleDetail(admin, { id })
    await updateRole(admin, { id, version, ...draft({ remark: 'first' }) })
    await expect(updateRole(admin, { id, version, ...draft({ remark: 'second' }) })).rejects.toMatchObject({
      reason: 'staleVersion',
      params: { who: 'North Admin' },
    })
    expect((await roleDetail(admin, { id })).remark).toBe('first')
    expect((await audits(id)).map((row) => row.action)).toEqual(['role.create', 'role.update'])
  })
  test('keeps the type of a role that accounts have', async () => {
    const id = world.accounts.northEngineer.roleId
    const { version, name, level } = await roleDetail(admin, { id })
    await expect(updateRole(admin, { id, version, name, level, type: 'customer' })).rejects.toMatchObject({
      reason: 'precondition',
      field: 'type',
      params: { reason: expect.stringContaining('North Engineer') },
    })
  })
  test('a new type drops what it may not contain, and the audit row lists that', async () => {
    const { id } = await createRole(admin, draft({ grants: ['alarm:deal', 'role:view'] }))
    const { version, name, level } = await roleDetail(admin, { id })
    const poorer = without(admin, 'role:view')
    await expect(updateRole(poorer, { id, version, name, level, type: 'customer' })).rejects.toMatchObject({
      reason: 'grantBeyondOwn',
      field: 'type',
    })
    await updateRole(admin, { id, version, name, level, type: 'customer' })
    const kept = ['alarm', 'alarm.log', 'alarm:deal', 'alarm:view']
    expect((await roleDetail(admin, { id })).grants).toEqual(kept)
    expect((await audits(id)).at(-1)?.changes).toEqual({
      type: ['distributor', 'customer'],
      grants: [[...kept, 'role:view', 'system', 'system.role'], kept],
    })
  })
  test('refuses the type of a company above, naming the field', async () => {
    const { id } = await createRole(admin, draft())
    const { version, name, level } = await roleDetail(admin, { id })
    await expect(updateRole(admin, { id, version, name, level, type: 'siter' })).rejects.toMatchObject({
      reason: 'notHere',
      field: 'type',
    })
  })
  test('refuses a role of one’s own level, including one’s own', async () => {
    const id = world.accounts.northAdmin.roleId
    const { version, name, type } = await roleDetail(admin, { id })
    expect(await refusal(updateRole(admin, { id, version, name, type, level: 5 }))).toBe('levelTooHigh')
  })
})

describe('select', () => {
  test('for a company: its own roles and those of the companies above it, none of its neighbours', async () => {
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const { id: above } = await createRole(siter, draft({ type: 'agent_one' }))
    const { id: distributors } = await createRole(admin, draft({ type: 'agent_one' }))
    const { id: own } = await createRole(agent, draft({ type: 'agent_one' }))
    const { id: neighbours } = await createRole(await world.ctxOf(world.accounts.southAgentAdmin), draft({ type: 'agent_one' }))
    const offered = async (companyId?: number) =>
      new Set(
        (await selectRoles(siter, { type: 'agent_one', ...(companyId === undefined ? {} : { companyId }) })).map(
          ({ value }) => value,
        ),
      )
    const ofAgent = await offered(world.companies.northAgent.id)
    expect([above, distributors, own, neighbours].map((id) => ofAgent.has(id))).toEqual([true, true, true, false])
    expect((await offered()).has(neighbours)).toBe(true)
  })
})

describe('delete and disable', () => {
  test('a role that accounts have stays, and they are named', async () => {
    await expect(removeRole(admin, { id: world.accounts.northEngineer.roleId })).rejects.toMatchObject({
      reason: 'inUse',
      params: { dependants: ['North Engineer'] },
    })
  })
  test('private persons among the holders are named as in their lists', async () => {
    await expect(
      removeRole(await world.ctxOf(world.accounts.siterAdmin), { id: world.accounts.northUser.roleId }),
    ).rejects.toMatchObject({
      reason: 'inUse',
      params: { dependants: ['N**'] },
    })
  })
  test('somebody who lacks a right in a role cannot delete, disable or enable it', async () => {
    const { id } = await createRole(admin, draft({ grants: ['alarm:view', 'role:create'] }))
    const poorer = without(admin, 'role:create')
    for (const attempt of [
      () => removeRole(poorer, { id }),
      () => setRoleEnabled(poorer, { id, enabled: false }),
      () => setRoleEnabled(poorer, { id, enabled: true }),
    ])
      await expect(attempt()).rejects.toMatchObject({ reason: 'grantBeyondOwn', params: { grants: 'Create' } })
    expect((await audits(id)).map((row) => row.action)).toEqual(['role.create'])
  })
  test('a role that nobody has is deleted', async () => {
    const { id } = await createRole(admin, draft())
    await removeRole(admin, { id })
    expect((await audits(id)).at(-1)).toMatchObject({ action: 'role.del' })
    expect(await world.db.selectFrom('role').select('id').where('id', '=', id).execute()).toEqual([])
  })
  test('a disabled role gives no operations', async () => {
    const role = world.accounts.northEngineer.roleId
    expect((await world.ctxOf(world.accounts.northEngineer)).actor.operations.has('order:work')).toBe(true)
    await setRoleEnabled(admin, { id: role, enabled: false })
    expect((await world.ctxOf(world.accounts.northEngineer)).actor.operations.size).toBe(0)
    await setRoleEnabled(admin, { id: role, enabled: true })
    expect((await world.ctxOf(world.accounts.northEngineer)).actor.operations.has('order:work')).toBe(true)
  })
})

describe('reads', () => {
  test('a sibling company sees no role of the other', async () => {
    const mine = await pageRoles(south, { pageSize: 100 })
    expect(mine.list.length).toBeGreaterThan(0)
    for (const row of mine.list) expect(row.companyName).toMatch(/^South/)
  })
  test('keyword, with wildcards taken literally, type, sort and paging', async () => {
    await createRole(admin, draft({ name: '100% sure_thing' }))
    expect((await pageRoles(admin, { keyword: '100% sure_' })).list.map((row) => row.name)).toEqual(['100% sure_thing'])
    expect((await pageRoles(admin, { keyword: '%' })).total).toBe(1)
    const all = await pageRoles(admin, { pageSize: 100, sort: 'name', order: 'asc' })
    const second = await pageRoles(admin, { pageNum: 2, pageSize: 2, sort: 'name', order: 'asc' })
    expect(second.list.map((row) => row.id)).toEqual(all.list.slice(2, 4).map((row) => row.id))
    for (const row of (await pageRoles(admin, { type: 'customer' })).list) expect(row.type).toBe('customer')
  })
  test('a drop-down offers only what the caller may assign', async () => {
    const offered = await selectRoles(engineer, {})
    expect(offered.map((each) => each.value)).not.toContain(world.accounts.northAdmin.roleId)
  })
  test('the grant tree marks what the caller lacks', async () => {
    const find = (nodes: Awaited<ReturnType<typeof grantableMenus>>, code: string): boolean | undefined => {
      for (const node of nodes) {
        if (node.code === code) return node.grantable
        const below = find(node.children, code)
        if (below !== undefined) return below
      }
      return undefined
    }
    expect(find(await grantableMenus(admin, { type: 'customer' }), 'alarm:deal')).toBe(true)
    expect(find(await grantableMenus(admin, { type: 'customer' }), 'account')).toBeUndefined()
    const tree = await grantableMenus(engineer)
    expect(find(tree, 'alarm:view')).toBe(true)
    expect(find(tree, 'role:del')).toBe(false)
  })
})
