import { contractStateOn, type DomainError, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { renderExport } from '../../../platform/exports.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { customerDetail } from '../customer/customer.reads.ts'
import { removeCustomer, updateCustomer } from '../customer/customer.verbs.ts'
import { createCustomerContract, removeCustomerContract, updateCustomerContract } from './customer-contract.verbs.ts'
import { customerContractExport, pageCustomerContracts } from './customer-contract.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let agent: Ctx
let customerId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  customerId = world.customers.north
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('customer_contract').execute()
  await world.db.updateTable('customer').set({ contract_end: null }).execute()
})

type Input = InputOf<typeof endpoints.customerContract.create>
const contract = { kind: 'monitoring', startsOn: '2026-01-01', endsOn: '2026-12-31', currency: 'CNY' } as const
const add = async (contractNo: string, more: Partial<Input> = {}, ctx = north): Promise<number> =>
  (await createCustomerContract(ctx, { customerId, contractNo, ...contract, ...more })).id
const list = async (more: object = {}, ctx = north) => (await pageCustomerContracts(ctx, { pageSize: 80, ...more })).list
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, field }: DomainError) => (field === undefined ? reason : `${reason} ${field}`),
  )
const lastAudit = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['changes', 'company_id', 'object_id', 'object_name'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const contractEnd = async () => (await customerDetail(north, { id: customerId })).contractEnd
const upload = async (ctx: Ctx, id: string, purpose = 'attachment'): Promise<string> => {
  const { companyId, companyPath, accountId } = ctx.actor
  const file = { id, name: 'signed.pdf', mime: 'application/pdf', size: 1, sha256: '-', purpose, account_id: accountId }
  await world.db
    .insertInto('file')
    .values({ ...file, company_id: companyId ?? 0, path: companyPath })
    .execute()
  return id
}

test.each([
  ['2025-12-31', 'upcoming'],
  ['2026-01-01', 'running'],
  ['2026-11-30', 'running'],
  ['2026-12-01', 'ending'],
  ['2026-12-31', 'ending'],
  ['2027-01-01', 'ended'],
] as const)('on %s a contract for 2026 is %s', (today, state) => {
  expect(contractStateOn(today, contract)).toBe(state)
})

test('the list and its filter use the company’s calendar', async () => {
  await world.db
    .updateTable('company')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', world.companies.north.id)
    .execute()
  const start = world.clock.now().getTime()
  // Every hour of the three days around both ends of the last month.
  for (const [from, until] of [
    ['2026-11-29T12:00:00Z', '2026-12-02T12:00:00Z'],
    ['2026-12-29T12:00:00Z', '2027-01-01T12:00:00Z'],
  ] as const) {
    await add(`C-${from}`)
    for (let at = Date.parse(from); at <= Date.parse(until); at += 3 * 3_600_000) {
      world.clock.forward(at - world.clock.now().getTime())
      const rows = await list()
      const found = await Promise.all(
        (['upcoming', 'running', 'ending', 'ended'] as const).map(async (state) =>
          (await list({ state })).map(({ id }) => [id, state] as const),
        ),
      )
      const byFilter = new Map<number, EnumValue<'contractState'>>(found.flat())
      expect(found.flat()).toHaveLength(rows.length)
      for (const row of rows) expect(byFilter.get(row.id)).toBe(row.state)
    }
    expect((await list())[0]?.state).toBe(from.startsWith('2026-11') ? 'ending' : 'ended')
  }
  world.clock.forward(start - world.clock.now().getTime())
})

test('a contract belongs to its customer’s company, with its values in the audit log', async () => {
  const id = await add('A-1', { amount: 12_000.5, remark: 'yearly' })
  expect(await list()).toMatchObject([
    {
      id,
      contractNo: 'A-1',
      customerName: 'North Customer',
      companyName: 'North Distributor',
      amount: 12_000.5,
      remark: 'yearly',
    },
  ])
  expect(await lastAudit('customerContract.create')).toMatchObject({
    company_id: world.companies.north.id,
    object_id: String(id),
    object_name: 'A-1',
    changes: { contract_no: [null, 'A-1'], amount: [null, '12000.50'], ends_on: [null, '2026-12-31'] },
  })
  expect(await list({ keyword: 'a-' })).toHaveLength(1)
  expect(await list({ keyword: 'nothing' })).toEqual([])
  expect(await list({ kind: 'supply' })).toEqual([])
  expect(await list({ companyId: world.companies.northAgent.id })).toEqual([])
})

test('a number is unique in a company, ignoring case', async () => {
  const first = await add('A-1')
  expect(await refusal(add('a-1'))).toBe('duplicate contractNo')
  await add('a-1', { customerId: world.customers.northAgent })
  const other = await add('A-2')
  const fields = { ...contract, version: 1 }
  expect(await refusal(updateCustomerContract(north, { id: other, contractNo: 'A-1', ...fields }))).toBe('duplicate contractNo')
  await updateCustomerContract(north, { id: first, contractNo: 'A-1', ...fields, amount: 1 })
  expect(await lastAudit('customerContract.update')).toMatchObject({ object_name: 'A-1', changes: { amount: [null, '1.00'] } })
  expect(await refusal(updateCustomerContract(north, { id: first, contractNo: 'A-1', ...fields }))).toBe('staleVersion')
})

test('its last day cannot be before its first', async () => {
  expect(await refusal(add('A-1', { startsOn: '2026-02-02', endsOn: '2026-02-01' }))).toBe('invalidInput endsOn')
  await add('A-1', { startsOn: '2026-02-02', endsOn: '2026-02-02' })
})

test('a company sees and changes no contract of another, or of one above', async () => {
  const id = await add('A-1')
  for (const ctx of [south, agent]) {
    expect(await list({}, ctx)).toEqual([])
    expect(await refusal(add('E-1', {}, ctx))).toBe('notFound customerId')
    expect(await refusal(updateCustomerContract(ctx, { id, version: 1, contractNo: 'E-1', ...contract }))).toBe('notFound id')
    expect(await refusal(removeCustomerContract(ctx, { id }))).toBe('notFound id')
  }
  expect(await list()).toMatchObject([{ contractNo: 'A-1' }])
})

test('only one’s own uploads can be attached to a contract, and stay when somebody else edits it', async () => {
  const own = await upload(north, 'a'.repeat(32))
  const foreign = await upload(south, 'b'.repeat(32))
  const wrong = await upload(north, 'c'.repeat(32), 'import')
  expect(await refusal(add('A-1', { files: [foreign] }))).toBe('noAccess files')
  expect(await refusal(add('A-1', { files: [wrong] }))).toBe('noAccess files')
  const id = await add('A-1', { files: [own], customerId: world.customers.northAgent })
  expect(await list()).toMatchObject([{ files: [{ id: own, name: 'signed.pdf' }] }])
  const file = await world.db.selectFrom('file').select('path').where('id', '=', own).executeTakeFirstOrThrow()
  expect(file.path).toBe(world.companies.northAgent.path)
  await updateCustomerContract(agent, { id, version: 1, contractNo: 'A-1', ...contract, files: [own] })
  await updateCustomerContract(agent, { id, version: 2, contractNo: 'A-1', ...contract })
  expect(await list()).toMatchObject([{ files: [] }])
})

test('a customer’s contract ends with the last of its contracts, whatever the form says', async () => {
  expect(await contractEnd()).toBeNull()
  const first = await add('A-1')
  expect(await contractEnd()).toBe('2026-12-31')
  const second = await add('A-2', { startsOn: '2027-01-01', endsOn: '2027-12-31' })
  expect(await contractEnd()).toBe('2027-12-31')
  const { version, contracts } = await customerDetail(north, { id: customerId })
  expect(contracts).toBe(2)
  await updateCustomer(north, { id: customerId, version, type: 'enterprise', contractEnd: '2030-01-01' })
  expect(await contractEnd()).toBe('2027-12-31')
  await updateCustomerContract(north, { id: second, version: 1, contractNo: 'A-2', ...contract, endsOn: '2026-06-30' })
  expect(await contractEnd()).toBe('2026-12-31')
  await removeCustomerContract(north, { id: first })
  expect(await contractEnd()).toBe('2026-06-30')
  expect(await lastAudit('customerContract.del')).toMatchObject({
    object_name: 'A-1',
    changes: { contractNo: ['A-1', null], endsOn: ['2026-12-31', null] },
  })
  await removeCustomerContract(north, { id: second })
  expect(await contractEnd()).toBe('2026-06-30')
})

test('a customer with contracts cannot be deleted', async () => {
  await add('A-1', { customerId: world.customers.northAgent })
  const refused = removeCustomer(north, { id: world.customers.northAgent })
  await expect(refused).rejects.toMatchObject({ reason: 'inUse', params: { dependants: ['A-1'] } })
})

test('the export has the list’s columns, private names masked', async () => {
  await add('A-1', { amount: 99.5, currency: 'USD' })
  await world.db.updateTable('customer').set({ type: 'person' }).where('id', '=', customerId).execute()
  const run = { locale: 'en', filters: {}, format: 'csv', timeZone: 'UTC', onRows: async () => undefined } as const
  const text = await textOf(renderExport(north, customerContractExport, run))
  expect(text).toContain('A-1,Monitoring service,')
  expect(text).toContain('99.5,US dollar')
  expect(text).toContain('N**')
  expect(text).not.toContain('North Customer')
  await world.db.updateTable('customer').set({ type: 'enterprise' }).where('id', '=', customerId).execute()
})
