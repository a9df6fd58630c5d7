import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../../base/access/token.ts'
import { callerOfSession } from '../../base/access/authenticate.ts'
import type { Ctx } from '../../../platform/context.ts'
import { renderExport } from '../../../platform/exports.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { text as textOf } from 'node:stream/consumers'
import { createCustomer, removeCustomer, setCustomerEnabled, unmaskCustomer, updateCustomer } from './customer.verbs.ts'
import { alarmsOfCustomer } from '../../equipment/customer-site/customer-site.reads.ts'
import { customerDetail, customerExport, pageCustomers, selectCustomers } from './customer.reads.ts'

let world: TestWorld
let north: Ctx
let agent: Ctx
let south: Ctx
let siter: Ctx
/** North's administrator, without the right to see what is masked. */
let masked: Ctx

beforeAll(async () => {
  world = await testWorld()
  const { accounts } = world
  north = await world.ctxOf(accounts.northAdmin)
  agent = await world.ctxOf(accounts.northAgentAdmin)
  south = await world.ctxOf(accounts.southAdmin)
  siter = await world.ctxOf(accounts.siterAdmin)
  const operations = new Set([...north.actor.operations].filter((code) => code !== 'customer:unmask'))
  masked = { ...north, actor: { ...north.actor, operations } }
})
afterAll(() => world.stop())

type Input = InputOf<typeof endpoints.customer.create>
const hotel: Input = {
  name: 'Harbour Hotel',
  type: 'enterprise',
  contacter: 'Duty Desk',
  phone: '13800000001',
  email: 'desk@example.com',
}
const create = async (input: Partial<Input> = {}, ctx = north): Promise<number> =>
  (await createCustomer(ctx, { ...hotel, ...input })).id
const gone = { deleted_at: new Date() }
const reason = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: DomainError) => error.reason,
  )
const names = async (ctx: Ctx, input: Parameters<typeof pageCustomers>[1]): Promise<string[]> =>
  (await pageCustomers(ctx, { pageSize: 80, ...input })).list.map((row) => row.name)
const lastAudit = async (id: number) =>
  world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', 'customer')
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('create', () => {
  test('belongs to one’s own company, or to one below; never to another', async () => {
    const own = await create({ name: 'Own Hotel' })
    expect(await customerDetail(north, { id: own })).toMatchObject({
      companyId: world.companies.north.id,
      enabled: true,
      version: 1,
    })
    const below = await create({ name: 'Hotel Below', companyId: world.companies.northAgent.id })
    expect(await names(agent, { keyword: 'Hotel' })).toEqual(['Hotel Below'])
    expect(await reason(customerDetail(agent, { id: own }))).toBe('notFound')
    expect(await reason(customerDetail(south, { id: below }))).toBe('notFound')
    expect(await reason(create({ companyId: world.companies.south.id }))).toBe('notFound')
    expect(await reason(create({ companyId: world.companies.siter.id }))).toBe('notFound')
  })

  test('needs a name and a type, and nothing else; a contact that nobody has entered is not shown as a masked one', async () => {
    const { id } = await createCustomer(north, { name: 'Bare Hotel', type: 'enterprise' })
    const { contacter, phone, version } = await customerDetail(north, { id })
    expect({ contacter, phone }).toEqual({ contacter: '', phone: null })
    // It can be added, and is not lost by an edit that leaves it out.
    const input = { id, name: 'Bare Hotel', type: 'enterprise' as const }
    await updateCustomer(north, { ...input, version, contacter: 'Duty Desk', phone: '13800000001' })
    await updateCustomer(north, { ...input, version: version + 1 })
    expect(await customerDetail(north, { id })).toMatchObject({ contacter: 'D**', phone: '138****0001' })
  })

  test('is audited with all its values', async () => {
    const id = await create({ identityNo: '91330100MA2H0X0X1X' })
    const { action, company_id, changes, actor_id } = await lastAudit(id)
    expect({ action, company_id, actor_id }).toEqual({
      action: 'customer.create',
      company_id: world.companies.north.id,
      actor_id: north.actor.accountId,
    })
    expect(changes).toMatchObject({ name: [null, 'Harbour Hotel'], identity_no: [null, '91330100MA2H0X0X1X'] })
    expect(changes).not.toHaveProperty('address')
  })
})

describe('what is masked', () => {
  test('contacts, for everybody; of a private person the name as well', async () => {
    const person = await create({ type: 'person', name: '张小明', contacter: '张小明', identityNo: '330106199001011234' })
    const firm = await create({ identityNo: '91330100MA2H0X0X1X' })
    const hidden = { contacter: 'D**', phone: '138****0001', email: 'd***@example.com', identityNo: '****0X1X' }
    for (const ctx of [masked, north, siter])
      expect(await customerDetail(ctx, { id: firm })).toMatchObject({ ...hidden, name: 'Harbour Hotel' })
    for (const ctx of [masked, north, siter]) {
      expect(await customerDetail(ctx, { id: person })).toMatchObject({
        ...hidden,
        name: '张**',
        contacter: '张**',
        identityNo: '****1234',
      })
    }
    const listed = (await pageCustomers(masked, { pageSize: 80 })).list.find((row) => row.id === firm)
    expect(listed).toMatchObject({ contacter: 'D**', phone: '138****0001', email: 'd***@example.com' })
    expect(await selectCustomers(north, { keyword: '张小明' })).toEqual([{ value: person, label: '张** (138****0001)' }])
  })

  test('private persons are told apart in a drop-down, whatever is known of them', async () => {
    const add = async (more: object) => (await createCustomer(north, { name: '欧阳某', type: 'person', ...more })).id
    const [mail, name] = [await add({ email: 'ou@example.com' }), await add({})]
    expect(await selectCustomers(north, { keyword: '欧阳某' })).toEqual([
      { value: mail, label: '欧** (o***@example.com)' },
      { value: name, label: `欧** (#${name})` },
    ])
  })

  test('unmasking shows everything and leaves a row in the audit', async () => {
    const id = await create({ type: 'person', name: 'Tenant 1', contacter: 'Tenant 1', identityNo: 'X1' })
    const shown = { name: 'Tenant 1', contacter: 'Tenant 1', phone: '13800000001', email: 'desk@example.com', identityNo: 'X1' }
    expect(await unmaskCustomer(north, { id })).toEqual(shown)
    expect(await lastAudit(id)).toMatchObject({ action: 'customer.unmask', actor_id: north.actor.accountId })
    expect(await reason(unmaskCustomer(south, { id }))).toBe('notFound')
  })

  test('an export is masked as the list is', async () => {
    const id = await create({ name: 'Exported Hotel', contacter: 'Somebody Known', phone: '13912345678' })
    const run = {
      locale: 'en' as const,
      filters: { keyword: 'Exported Hotel' },
      format: 'csv' as const,
      timeZone: 'UTC',
      onRows: async () => undefined,
    }
    const text = await textOf(renderExport(masked, customerExport, run))
    expect(text).toContain('Exported Hotel,Enterprise,S**,139****5678')
    expect(text).not.toMatch(/Somebody|12345678/)
    expect(await textOf(renderExport(north, customerExport, run))).not.toContain('13912345678')
    expect(id).toBeGreaterThan(0)
  })
})

describe('update', () => {
  test('what is masked stays when it is left out; without the permission so do email and identity no.', async () => {
    const id = await create({ identityNo: 'A-1', address: 'Quay 1' })
    await updateCustomer(masked, { id, version: 1, type: 'public' })
    const { type: _type, ...inFull } = hotel
    expect(await unmaskCustomer(north, { id })).toMatchObject({ ...inFull, identityNo: 'A-1' })
    expect(await customerDetail(north, { id })).toMatchObject({ type: 'public', address: null, version: 2 })
    await updateCustomer(north, { id, version: 2, type: 'public', name: 'Hotel' })
    expect(await unmaskCustomer(north, { id })).toMatchObject({
      name: 'Hotel',
      phone: hotel.phone,
      email: null,
      identityNo: null,
    })
    const { changes } = await world.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'customer.update')
      .where('object_id', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changes).toMatchObject({ name: ['Harbour Hotel', 'Hotel'], email: [hotel.email, null] })
  })

  test('a private person’s type cannot be changed by somebody who may not see the name', async () => {
    const id = await create({ type: 'person', name: '张小明' })
    const other = { id, version: 1, type: 'enterprise' } as const
    await expect(updateCustomer(masked, other)).rejects.toMatchObject({ reason: 'notHere', field: 'type' })
    await updateCustomer(masked, { id, version: 1, type: 'person', address: 'Quay 2' })
    expect(await customerDetail(masked, { id })).toMatchObject({ name: '张**', address: 'Quay 2' })
    await updateCustomer(north, { ...other, version: 2 })
    expect(await lastAudit(id)).toMatchObject({ action: 'customer.update', changes: { type: ['person', 'enterprise'] } })
  })

  test('from a stale version is refused, naming the other editor', async () => {
    const id = await create()
    await updateCustomer(siter, { id, version: 1, type: 'public' })
    const stale = updateCustomer(north, { id, version: 1, type: 'person' })
    await expect(stale).rejects.toMatchObject({ reason: 'staleVersion', params: { who: 'Siter Admin' } })
    expect(await customerDetail(siter, { id })).toMatchObject({ type: 'public', version: 2 })
  })

  test('of a foreign customer is not found', async () => {
    const id = await create()
    expect(await reason(updateCustomer(south, { id, version: 1, type: 'public' }))).toBe('notFound')
    expect(await reason(removeCustomer(south, { id }))).toBe('notFound')
    expect(await reason(setCustomerEnabled(south, { id, enabled: false }))).toBe('notFound')
  })
})

describe('delete', () => {
  test('refuses while anything depends on the customer, and names it', async () => {
    const rows = await addOwnedRows(world.db, world.companies.north)
    const id = Number(rows.customer)
    const refused = await removeCustomer(north, { id }).catch((error: DomainError) => error)
    expect(refused).toMatchObject({ reason: 'inUse' })
    const { dependants } = (refused as DomainError).params
    const project = await world.db
      .selectFrom('project')
      .select('name')
      .where('id', '=', Number(rows.project))
      .executeTakeFirstOrThrow()
    const orders = [/^R/, /^N/, /^I/, /^M/].map((code) => expect.stringMatching(code))
    expect(dependants).toEqual([project.name, expect.stringMatching(/^cus/), expect.stringMatching(/^plain/), ...orders])
    expect((await customerDetail(north, { id })).id).toBe(id)
  })

  test('a finished order does not count as a dependant', async () => {
    const rows = await addOwnedRows(world.db, world.companies.north)
    const id = Number(rows.customer)
    await world.db.updateTable('project').set(gone).where('customer_id', '=', id).execute()
    await world.db.updateTable('account').set(gone).where('customer_id', '=', id).execute()
    await world.db.deleteFrom('customer_contract').where('customer_id', '=', id).execute()
    expect(await reason(removeCustomer(north, { id }))).toBe('inUse')
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('customer_id', '=', id).execute()
    expect(await reason(removeCustomer(north, { id }))).toBe('ok')
    expect(await lastAudit(id)).toMatchObject({ action: 'customer.del' })
  })

  test('does not name what the caller does not see', async () => {
    const rows = await addOwnedRows(world.db, world.companies.northAgent)
    const id = Number(rows.customer)
    await world.db
      .updateTable('project')
      .set({ path: world.companies.north.path, name: 'Seen above only' })
      .where('customer_id', '=', id)
      .execute()
    const refused = (await removeCustomer(agent, { id }).catch((error: DomainError) => error)) as DomainError
    expect([refused.params['dependants']].flat().join(', ')).toMatch(/^cus\w+, plain\w+, R\w+, N\w+, I\w+, M\w+, …$/)
  })

  test('keeps the row, but in no list', async () => {
    const id = await create({ name: 'Gone Hotel' })
    await removeCustomer(north, { id })
    expect(await names(north, { keyword: 'Gone Hotel' })).toEqual([])
    expect(await selectCustomers(north, { keyword: 'Gone' })).toEqual([])
    expect(await reason(removeCustomer(north, { id }))).toBe('notFound')
    expect(await reason(customerDetail(north, { id }))).toBe('notFound')
    expect(await world.db.selectFrom('customer').select('deleted_at').where('id', '=', id).executeTakeFirst()).toMatchObject({
      deleted_at: expect.any(String),
    })
  })
})

test('disabling ends the sessions of the customer’s accounts at once, and nobody else’s', async () => {
  const { db, accounts, customers, clock } = world
  const open = async (accountId: number): Promise<Buffer> => {
    const { hash } = newToken()
    const expires_at = new Date(clock.now().getTime() + 3_600_000)
    await db
      .insertInto('session')
      .values({ token_hash: hash, account_id: accountId, expires_at, created_at: clock.now(), last_seen_at: clock.now() })
      .execute()
    return hash
  }
  const [theirs, others] = [await open(accounts.northCustomer.id), await open(accounts.southCustomer.id)]
  await setCustomerEnabled(north, { id: customers.north, enabled: false })
  const find = callerOfSession(db, clock, north.config)
  expect(await find(theirs)).toBeNull()
  expect(await find(others)).not.toBeNull()
  expect(await db.selectFrom('session').select('account_id').where('token_hash', '=', theirs).execute()).toEqual([])
  const event = await db
    .selectFrom('live_event')
    .selectAll()
    .where('kind', '=', 'session')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event.data).toEqual({ sessions: [theirs.toString('hex')] })
  expect(await lastAudit(customers.north)).toMatchObject({ action: 'customer.forbidden', changes: { enabled: [true, false] } })
  expect((await selectCustomers(north, {})).map((each) => each.value)).not.toContain(customers.north)
  await setCustomerEnabled(north, { id: customers.north, enabled: true })
  expect((await selectCustomers(north, {})).map((each) => each.value)).toContain(customers.north)
})

describe('the list', () => {
  test('filters by zone, type, company, state; searches a part of the name, and a phone number only whole', async () => {
    const zone = { country: 'CN', province: '330000', city: '330100', region: '330102' }
    await create({ name: 'Lake Clinic', type: 'public', phone: '13700000777', ...zone })
    await create({
      name: 'Lake School',
      type: 'public',
      phone: '13700000778',
      ...zone,
      region: '330105',
      companyId: world.companies.northAgent.id,
    })
    const lake = { keyword: 'lake' }
    expect(await names(north, lake)).toEqual(['Lake School', 'Lake Clinic'])
    expect(await names(agent, lake)).toEqual(['Lake School'])
    expect(await names(north, { ...lake, region: '330102' })).toEqual(['Lake Clinic'])
    expect(await names(north, { city: '330100', province: '330000', country: 'CN' })).toEqual(['Lake School', 'Lake Clinic'])
    expect(await names(north, { ...lake, companyId: world.companies.northAgent.id })).toEqual(['Lake School'])
    expect(await names(north, { ...lake, type: 'person' })).toEqual([])
    expect(await names(north, { ...lake, enabled: false })).toEqual([])
    expect(await names(north, { ...lake, sort: 'name', order: 'asc' })).toEqual(['Lake Clinic', 'Lake School'])
    expect(await names(north, { keyword: '13700000777' })).toEqual(['Lake Clinic'])
    expect(await names(north, { keyword: '1370000077' })).toEqual([])
    expect(await names(north, { keyword: '%' })).toEqual([])
  })

  test('a keyword may be of any length and script', async () => {
    await create({ name: '城南食品仓储', phone: '13700000801' })
    for (const keyword of ['仓', '食品', '食品仓', '城南食品仓储'])
      expect(await names(north, { keyword }), keyword).toEqual(['城南食品仓储'])
    for (const keyword of ['品食', '食仓', '城南食品仓储业']) expect(await names(north, { keyword }), keyword).toEqual([])
  })

  test('a private person is found by a part of the name only by those who may see it', async () => {
    await create({ name: '欧阳修远', type: 'person', phone: '13700000901' })
    const firm = await create({ name: '欧阳修车行' })
    const whole = async (ctx: Ctx, keyword: string) => (await pageCustomers(ctx, { keyword })).total
    expect([await whole(north, '欧阳修'), await whole(masked, '欧阳修')]).toEqual([2, 1])
    expect((await selectCustomers(masked, { keyword: '欧阳修' })).map(({ value }) => value)).toEqual([firm])
    expect(await whole(masked, '欧阳修远')).toBe(1)
    // Whoever sees numbers masked could try the hidden digits one after another.
    expect([await whole(north, '13700000901'), await whole(masked, '13700000901')]).toEqual([1, 0])
    // With more rows than are searched one by one.
    const { id, path } = world.companies.north
    const many = Array.from({ length: 3_005 }, () => ({ company_id: id, path, name: '过客' }))
    await world.db.insertInto('customer').values(many).execute()
    expect([await whole(north, '欧阳修'), await whole(masked, '欧阳修'), await whole(masked, '欧阳修远')]).toEqual([2, 1, 1])
    await world.db.deleteFrom('customer').where('name', '=', '过客').execute()
  })

  test('a keyword with more matches than are counted still shows the newest of them', async () => {
    const { id, path } = world.companies.north
    const many = Array.from({ length: 1_005 }, (_, i) => ({
      company_id: id,
      path,
      name: `河畔旅店 ${i}`,
      created_at: new Date(i * 1_000),
    }))
    await world.db.insertInto('customer').values(many).execute()
    const page = await pageCustomers(north, { keyword: '旅店', pageSize: 10 })
    expect(page).toMatchObject({ total: 1_000, totalCapped: true })
    expect(page.list[0]?.name).toBe('河畔旅店 1004')
    expect(page.list).toHaveLength(10)
    expect((await pageCustomers(north, { keyword: '旅店 100', pageSize: 10 })).total).toBe(6)
    await world.db.deleteFrom('customer').where('name', 'like', '河畔旅店%').execute()
  })

  test('counts projects, devices and open alarms of each, and lists a customer’s alarms', async () => {
    const rows = await addOwnedRows(world.db, world.companies.north)
    const customerId = Number(rows.customer)
    expect(await customerDetail(north, { id: customerId })).toMatchObject({ projects: 1, devices: 1, openAlarms: 1 })
    const { list } = await alarmsOfCustomer(north, { customerId })
    expect(list.map((alarm) => alarm.id)).toEqual([rows.alarm])
    expect((await alarmsOfCustomer(north, { customerId, state: 'cleared' })).list).toEqual([])
    expect((await alarmsOfCustomer(south, { customerId })).list).toEqual([])
  })
})
