import { DomainError, limits } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageAccounts } from '../features/people/account/account.reads.ts'
import { addAlarm, addSite } from '../features/alarms/alarm/alarm.fixture.ts'
import { pageAlarms } from '../features/alarms/alarm/alarm.reads.ts'
import { testWorld, type TestWorld } from '../testing/context.ts'
import type { Ctx } from './context.ts'
import { inAll, listPage } from './list.ts'

let world: TestWorld
let siter: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  const company = world.companies.north
  await world.db
    .insertInto('account')
    .values(
      Array.from({ length: 23 }, (_, index) => ({
        company_id: company.id,
        path: company.path,
        type: 'distributor' as const,
        account: `paging${index}`,
        name: 'Paging',
        password_hash: '',
        // Several without a value, several with equal values.
        last_login_at: index % 3 === 0 ? null : new Date(Date.now() - (index % 4) * 86_400_000),
      })),
    )
    .execute()
})
afterAll(() => world.stop())

type Input = Parameters<typeof pageAccounts>[2]

/** The ids of a list, read page by page: by number, and by cursor. */
const walks = async (input: Input): Promise<{ byNumber: number[]; byCursor: number[] }> => {
  const byNumber: number[] = []
  const byCursor: number[] = []
  for (let pageNum = 1; ; pageNum++) {
    const { list } = await pageAccounts(siter, 'distributor', { ...input, pageNum })
    if (list.length === 0) break
    byNumber.push(...list.map((row) => row.id))
  }
  let cursor: string | undefined
  do {
    const page = await pageAccounts(siter, 'distributor', { ...input, ...(cursor === undefined ? {} : { cursor }) })
    byCursor.push(...page.list.map((row) => row.id))
    cursor = page.next
  } while (cursor !== undefined)
  return { byNumber, byCursor }
}

describe('a list read by cursor', () => {
  for (const sort of ['account', 'createdAt', 'lastLoginAt'] as const) {
    for (const order of ['asc', 'desc'] as const) {
      test(`has the same order as by page numbers: ${sort} ${order}`, async () => {
        const { byNumber, byCursor } = await walks({ sort, order, pageSize: 4 })
        expect(byNumber.length).toBeGreaterThanOrEqual(23)
        expect(new Set(byNumber).size).toBe(byNumber.length)
        expect(byCursor).toEqual(byNumber)
      })
    }
  }

  test('continues beyond what is counted', async () => {
    const site = await addSite(world.db, world.companies.north)
    const alarm = await addAlarm(world.db, site, { state: 'cleared', first_at: new Date(Date.now() - 3_600_000) })
    // Copies of one row, a millisecond apart.
    const { id: _id, first_at: first, timeZone: _zone, ...rest } = alarm
    const rows = Array.from({ length: limits.totalCap + 150 }, (_, index) => ({
      ...rest,
      first_at: new Date(Date.parse(first) + index + 1),
    }))
    for (let at = 0; at < rows.length; at += 1_000)
      await world.db
        .insertInto('alarm')
        .values(rows.slice(at, at + 1_000))
        .execute()
    const seen = new Set<number>()
    let cursor: string | undefined
    do {
      const page = await pageAlarms(siter, { pageSize: 100, ...(cursor === undefined ? {} : { cursor }) })
      expect(page).toMatchObject({ total: limits.totalCap, totalCapped: true })
      for (const row of page.list) seen.add(row.id)
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen.size).toBe(limits.totalCap + 151)
  })

  test('refuses a cursor that is not ours', async () => {
    const hostile = ['x', '%', 'W10', Buffer.from('[{},1]').toString('base64url'), Buffer.from('["a","1"]').toString('base64url')]
    for (const cursor of hostile)
      await expect(pageAccounts(siter, 'distributor', { cursor }), cursor).rejects.toThrow(DomainError)
    const foreign = Buffer.from('["no time",1]').toString('base64url')
    await expect(pageAccounts(siter, 'distributor', { cursor: foreign, sort: 'createdAt' })).rejects.toThrow(DomainError)
  })
})

test('counts added up from parts are capped like a single count', () => {
  const { totalCap } = limits
  const counted = (total: number, totalCapped = false) => ({ total, totalCapped })
  expect(inAll([counted(2), counted(3), counted(0)])).toEqual(counted(5))
  expect(inAll([counted(totalCap - 1), counted(1)])).toEqual(counted(totalCap))
  expect(inAll([counted(totalCap), counted(1)])).toEqual(counted(totalCap, true))
  expect(inAll([counted(0), counted(totalCap, true)])).toEqual(counted(totalCap, true))
})

test('a count that fails next to a page that does not need it, or failed earlier, ends nothing', async () => {
  const rejected: unknown[] = []
  const note = (reason: unknown) => void rejected.push(reason)
  process.on('unhandledRejection', note)
  const page = (request: { after?: null }, sort: string) =>
    listPage(siter.db, request, {
      rows: siter.db.selectFrom('account'),
      key: 'account.id',
      sorts: { account: sort },
      defaultSort: { by: 'account', order: 'asc' },
      count: Promise.reject(new Error('no answer')),
      read: async (ids) => ids.map((id) => ({ id })),
    })
  try {
    expect((await page({ after: null }, 'account.account')).list.length).toBeGreaterThan(0)
    await expect(page({}, '')).rejects.toThrow('no sort column')
    await new Promise(setImmediate)
    expect(rejected).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
