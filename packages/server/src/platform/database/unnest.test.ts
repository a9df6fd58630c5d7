import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { unnest } from './unnest.ts'

interface Row {
  id: number
  big: number | null
  ready: boolean | null
  text: string | null
  at: Date | string | null
}

const columns = {
  id: ['integer', ({ id }: Row) => id],
  big: ['bigint', ({ big }: Row) => big],
  ready: ['boolean', ({ ready }: Row) => ready],
  text: ['text', ({ text }: Row) => text],
  at: ['timestamptz', ({ at }: Row) => at],
} as const

let own: TestDatabase
let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  own = await testDatabase({ empty: true })
  database = openDatabase({ ...own.connection, max: 1 })
})
afterAll(async () => {
  await database.close()
  await own.stop()
})

test('the statement is the same for any number of rows', () => {
  const { from, next } = unnest<Row>('u', columns)
  expect(from).toBe(
    'unnest($1::integer[], $2::bigint[], $3::boolean[], $4::text[], $5::timestamptz[]) as u (id, big, ready, text, at)',
  )
  expect(next).toBe('$6')
})

test('every value arrives as it was', async () => {
  const at = '2026-11-20T08:00:00.123Z'
  const rows: Row[] = [
    { id: 1, big: 2 ** 53 - 1, ready: true, text: '{"a", b\\\n烟 NULL}', at: new Date(at) },
    { id: -2, big: null, ready: null, text: null, at: null },
    { id: 3, big: 0, ready: false, text: '', at },
  ]
  const u = unnest<Row>('u', columns, { numbered: true })
  const { rows: found } = await database.pool.query(`select u.*, ${u.next}::text as more from ${u.from} order by position`, [
    ...u.values(rows),
    'more',
  ])
  expect(found).toEqual(
    rows.map((row, index) => ({ ...row, at: row.at === null ? null : at, position: index + 1, more: 'more' })),
  )
})
