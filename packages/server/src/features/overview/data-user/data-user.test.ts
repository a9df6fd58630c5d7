import { reachedOf, shareOf, type EnumValue, type SentChannel } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { renderExport } from '../../../platform/exports.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { digestIn, noteNumbers, numberProofs } from '../../base/message-record/called-numbers.ts'
import { dataUserExport, pageDataUsers, sumDataUsers } from './data-user.reads.ts'

let world: TestWorld
let north: Ctx
let siter: Ctx

const dayMs = 86_400_000
const ago = (days: number): Date => new Date(world.clock.now().getTime() - days * dayMs)

let codes = 0
const addAccount = (owner: WorldCompany, type: EnumValue<'accountType'>, more: object = {}) =>
  world.db
    .insertInto('account')
    .values({
      company_id: owner.id,
      path: owner.path,
      type,
      account: `stat${++codes}`,
      name: 'Somebody',
      password_hash: '-',
      ...more,
    })
    .execute()
const addRecord = (owner: WorldCompany, channel: SentChannel, state: EnumValue<'recordState'>, more: object = {}) =>
  world.db
    .insertInto('message_record')
    .values({
      company_id: owner.id,
      path: owner.path,
      cause: 'rule',
      channel,
      state,
      receiver: 'Somebody',
      phone: '13800000000',
      created_at: ago(1),
      ...more,
    })
    .execute()
/** What a provider reports about a number. */
const hear = (owner: WorldCompany, phone: string, state: 'delivered' | 'failed') =>
  noteNumbers(
    world.db,
    [{ company_id: owner.id, channel: 'sms', phone, state, failure_kind: state === 'failed' ? 'refused' : null } as never],
    ago(1),
  )

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  const { companies, db } = world
  await createPartitions(db, ago(1))
  await createPartitions(db, ago(40))
  // The world’s own accounts of North: three of staff, a customer’s and a user’s, who never signed in and have no number.
  await addAccount(companies.north, 'distributor', { last_login_at: ago(1), phone: '138 1111 1111', two_step_since: ago(1) })
  await addAccount(companies.north, 'distributor', { last_login_at: ago(20), phone: '+8613811111112' })
  await addAccount(companies.north, 'customer', { last_login_at: ago(60), phone: '13811111113' })
  await addAccount(companies.north, 'user', { enabled: false, phone: '13811111114' })
  await addAccount(companies.north, 'user', { deleted_at: ago(1) })
  await addAccount(companies.northAgent, 'agent_one', { last_login_at: ago(2), phone: '13811111111' })
  await addAccount(companies.south, 'distributor', { last_login_at: ago(1), phone: '13811111119' })

  await hear(companies.north, '13811111111', 'delivered')
  await hear(companies.north, '13811111112', 'delivered')
  await hear(companies.north, '13811111112', 'failed')
  // Only another company knows that this one is reached.
  await hear(companies.south, '13811111113', 'delivered')

  await addRecord(companies.north, 'sms', 'delivered')
  await addRecord(companies.north, 'sms', 'read')
  await addRecord(companies.north, 'sms', 'sent')
  await addRecord(companies.north, 'sms', 'failed')
  await addRecord(companies.north, 'sms', 'queued')
  await addRecord(companies.north, 'sms', 'folded')
  await addRecord(companies.north, 'sms', 'delivered', { cause: 'test' })
  await addRecord(companies.north, 'sms', 'failed', { created_at: ago(40) })
  await addRecord(companies.north, 'voice', 'answered')
  await addRecord(companies.north, 'voice', 'delivered')
  await addRecord(companies.north, 'voice', 'noAnswer')
  await addRecord(companies.northAgent, 'mail', 'sent')
  await addRecord(companies.south, 'sms', 'failed')
})
afterAll(() => world.stop())

const rowOf = async (ctx: Ctx, { id }: WorldCompany, input: Parameters<typeof pageDataUsers>[1] = {}) =>
  (await pageDataUsers(ctx, { pageSize: 100, ...input })).list.find((row) => row.id === id)
const names = async (ctx: Ctx, input: Parameters<typeof pageDataUsers>[1] = {}) =>
  (await pageDataUsers(ctx, { pageSize: 100, ...input })).list.map(({ companyName }) => companyName)

test('a company has its own accounts by kind, as counted by hand', async () => {
  const row = await rowOf(north, world.companies.north)
  expect(row).toMatchObject({
    accounts: 9,
    disabledAccounts: 1,
    active7: 1,
    active30: 2,
    neverSignedIn: 6,
    // Without a number: five. Rejected since it was reached, and reached only by another company.
    unverifiedPhone: 7,
    withoutPhone: 5,
    twoStepAccounts: 1,
  })
  expect(row?.kinds).toMatchObject({
    staff: { accounts: 5, active30: 2, neverSignedIn: 3, unverifiedPhone: 4 },
    customer: { accounts: 2, neverSignedIn: 1, unverifiedPhone: 2 },
    user: { accounts: 2, disabledAccounts: 1, neverSignedIn: 2, unverifiedPhone: 1 },
  })
})

test('a company has its own messages of the period by what became of them', async () => {
  const row = await rowOf(north, world.companies.north)
  expect(row?.channels).toEqual({
    app: { queued: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 },
    sms: { queued: 1, sent: 1, delivered: 1, read: 1, answered: 0, failed: 1 },
    voice: { queued: 0, sent: 0, delivered: 1, read: 0, answered: 1, failed: 1 },
    mail: { queued: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 },
  })
  // 2 of 4 messages and 1 of 3 calls.
  expect(row?.reachedShare).toBe(0.429)
  const wide = await rowOf(north, world.companies.north, { startTime: ago(60).toISOString() })
  expect(wide?.channels.sms.failed).toBe(2)
  const before = await rowOf(north, world.companies.north, { endTime: ago(2).toISOString() })
  expect(before?.reachedShare).toBeNull()
})

test('a message without a receipt has reached nobody, and a phone that only rang neither', () => {
  const none = { queued: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 }
  const share = (channel: SentChannel, counts: object) => shareOf(reachedOf(channel, { ...none, ...counts }))
  expect(share('mail', { sent: 4 })).toBe(0)
  expect(share('voice', { delivered: 1, answered: 1 })).toBe(0.5)
  expect(share('app', { queued: 9 })).toBeNull()
})

test('numbers are compared as when they are recorded', async () => {
  const numbers = [
    '138 1111 1111',
    '+8613811111111',
    '008613811111111',
    '8613811111111',
    '021-5555 6666',
    '+44 20 7946 0000',
    '86138',
  ]
  const { id } = world.companies.siter
  for (const phone of numbers) {
    await hear(world.companies.siter, phone, 'delivered')
    const { rows } = await sql<{ known: boolean }>`
      select exists (select from called_number where company_id = ${id} and digest = ${digestIn('said.phone')}) as known
      from (select ${phone}::text as phone) as said`.execute(world.db)
    expect(rows[0]?.known, phone).toBe(true)
    expect((await numberProofs(world.db, id, [phone]))(phone).reachedAt, phone).not.toBeNull()
  }
  await world.db.deleteFrom('called_number').where('company_id', '=', id).execute()
})

test('the list has the companies of the caller’s scope, and nobody’s name', async () => {
  expect(new Set(await names(north))).toEqual(new Set(['North Distributor', 'North Agent', 'North Agent Two']))
  expect(await names(await world.ctxOf(world.accounts.northAgentTwoAdmin))).toEqual(['North Agent Two'])
  expect(await names(siter)).toHaveLength(6)
  const text = JSON.stringify(await pageDataUsers(siter, { pageSize: 100 }))
  for (const secret of ['Somebody', '1381111', 'stat1']) expect(text).not.toContain(secret)
  expect((await rowOf(siter, world.companies.north))?.unverifiedPhone).toBe(6)
})

test('filters and sorting, with the companies that sent nothing last', async () => {
  const { companies } = world
  expect(await names(siter, { companyType: 'distributor' })).toEqual(['North Distributor', 'South Distributor'])
  expect(new Set(await names(siter, { companyId: companies.northAgent.id }))).toEqual(new Set(['North Agent', 'North Agent Two']))
  expect(await names(siter, { keyword: 'SOUTH-A' })).toEqual(['South Agent'])
  expect(await names(north, { sort: 'accounts', order: 'desc' })).toEqual(['North Distributor', 'North Agent', 'North Agent Two'])
  expect(await names(north, { sort: 'reachedShare', order: 'asc' })).toEqual([
    'North Agent',
    'North Distributor',
    'North Agent Two',
  ])
  expect(await names(north, { sort: 'reachedShare', order: 'desc' })).toEqual([
    'North Distributor',
    'North Agent',
    'North Agent Two',
  ])
  expect(await names(north, { sort: 'companyName', order: 'desc' })).toEqual([
    'North Distributor',
    'North Agent Two',
    'North Agent',
  ])
})

test('the summary adds up by account type and channel', async () => {
  expect(await sumDataUsers(north, {})).toMatchObject({
    companies: 3,
    accounts: 12,
    active7: 2,
    reachedShare: 0.375,
    types: [
      { accountType: 'distributor', accounts: 5 },
      { accountType: 'agent_one', accounts: 2 },
      { accountType: 'agent_two', accounts: 1 },
      { accountType: 'customer', accounts: 2 },
      { accountType: 'user', accounts: 2, disabledAccounts: 1 },
    ],
    channels: { sms: { delivered: 1 }, mail: { sent: 1 } },
    largest: [
      { companyName: 'North Distributor', accounts: 9 },
      { companyName: 'North Agent' },
      { companyName: 'North Agent Two' },
    ],
  })
  expect(await sumDataUsers(north, { keyword: 'there is no such company' })).toMatchObject({
    companies: 0,
    accounts: 0,
    reachedShare: null,
    largest: [],
  })
})

test('an export has the filtered companies', async () => {
  const chunks: Buffer[] = []
  const filters = { companyType: 'distributor' }
  const run = { locale: 'en', format: 'csv', filters, timeZone: 'Asia/Shanghai', onRows: async () => undefined } as const
  for await (const chunk of renderExport(north, dataUserExport, run)) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('42.9 %')
})

test('colleagues who see different accounts of the same company do not share an answer, even if they ask at once', async () => {
  const { companies, accounts, db } = world
  const { id: theirs } = await db
    .insertInto('account')
    .values({
      company_id: companies.north.id,
      path: companies.north.path,
      type: 'user',
      account: 'bythecolleague',
      name: 'Somebody',
      password_hash: '-',
      created_by: accounts.northEngineer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { scope } = north
  if (scope.kind !== 'company') throw new Error('staff')
  const narrow = (accountId: number): Ctx => {
    const own = { ...scope, accountId, only: 'own' as const }
    return { ...north, scope: own, db: scoped(db, own) }
  }
  const [one, other] = [narrow(accounts.northAdmin.id), narrow(accounts.northEngineer.id)]
  const alone = [await sumDataUsers(one, {}), await sumDataUsers(other, {})].map((sum) => sum.accounts)
  expect(alone[1]).not.toBe(alone[0])
  // Those who ask while an answer is computed share the next one.
  const [, first, second] = await Promise.all([sumDataUsers(one, {}), sumDataUsers(one, {}), sumDataUsers(other, {})])
  expect([first.accounts, second.accounts]).toEqual(alone)
  await db.deleteFrom('account').where('id', '=', theirs).execute()
})
