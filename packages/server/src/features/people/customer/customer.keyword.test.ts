import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { pageCustomers } from './customer.reads.ts'

let world: TestWorld
const callers: Record<'siter' | 'north' | 'northAgent', Ctx | undefined> = {
  siter: undefined,
  north: undefined,
  northAgent: undefined,
}

/** North has more customers than are searched row by row (platform/keyword.ts); its agent has few. */
beforeAll(async () => {
  world = await testWorld()
  const { accounts, companies } = world
  callers.siter = await world.ctxOf(accounts.siterAdmin)
  callers.north = await world.ctxOf(accounts.northAdmin)
  callers.northAgent = await world.ctxOf(accounts.northAgentAdmin)
  const add = (company: { id: number; path: string }, from: number, to: number) => sql`
    insert into customer (company_id, path, type, name, phone, created_at)
    select ${company.id}, ${company.path}, 'enterprise',
      (array['港湾物业', '白云酒店', 'Quay 50%_Hotel', 'ÉCOLE Ünal'])[1 + i % 4] || '有限公司' || i, '139' || lpad(i::text, 8, '0'),
      now() - interval '1 minute' * i
    from generate_series(${sql.lit(from)}, ${sql.lit(to)}) i`
  await add(companies.northAgent, 1, 60).execute(world.db)
  await add(companies.north, 61, 4_400).execute(world.db)
  await add(companies.south, 4_401, 4_500).execute(world.db)
  await sql`vacuum analyze customer`.execute(world.db)
})
afterAll(() => world.stop())

const keywords = {
  'of one letter': '港',
  'of one digit': '7',
  'of two letters': '酒店',
  'of three letters': '业有限',
  'longer than what is indexed': '港湾物业有限公司10',
  'that one row has': '公司4399',
  'that every row has': '有限公司',
  'that begins as every row has it': '有限公司4399',
  'that none has': '海港',
  'whose letters all occur, apart': '物酒店',
  'in another case': 'quay 50',
  'with wildcards': '50%_h',
  'that would be a wildcard': '%有限%',
  'with a quote': "Quay'",
  'of letters outside ASCII': 'École',
  'that is a whole phone number': '13900000077',
  'that is a part of a phone number': '1390000007',
}

describe.each(Object.keys(callers) as (keyof typeof callers)[])('for %s, a keyword', (caller) => {
  test.each(Object.entries(keywords))('%s finds what a comparison of every row finds', async (_, keyword) => {
    const ctx = callers[caller]
    if (!ctx) throw new Error('no caller')
    const expected = await ctx.db
      .selectFrom('customer')
      .select('id')
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`(position(lower(${keyword}) in lower(name)) > 0 or phone = ${keyword})`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (const pageNum of [1, 2]) {
      const page = await pageCustomers(ctx, { keyword, pageNum, pageSize: 25 })
      expect(page.list.map((row) => row.id)).toEqual(expected.slice((pageNum - 1) * 25, pageNum * 25).map((row) => row.id))
      expect(page).toMatchObject({ total: Math.min(expected.length, 1_000), totalCapped: expected.length > 1_000 })
    }
  })
})

test('the index of word parts answers a rare keyword, within the branch', async () => {
  const north = callers.north
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from customer where split_part(path, '.', 2) = ${String(north?.actor.companyId)} and deleted_at is null
      and word_parts(name) @> array['439', '399']`.execute(world.db)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan on customer_parts.*\n.*Index Cond: .*split_part/)
})
