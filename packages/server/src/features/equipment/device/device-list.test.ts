import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { pageDevices } from './device.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx

/** More than are searched row by row (platform/keyword.ts). The oldest have another name, are offline and low on power. */
const devices = 4_000
const oldest = 1_200

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  const { device, project } = await addOwnedRows(world.db, world.companies.north)
  await world.db.updateTable('project').set({ time_zone: 'Asia/Dubai' }).where('id', '=', Number(project)).execute()
  await sql`
    insert into device (company_id, path, project_id, gateway_id, model_id, code, name, online, low_power, last_seen_at)
    select company_id, path, project_id, gateway_id, model_id, 'LIST-' || i, case when i <= ${sql.lit(oldest)} then 'Vault ' else 'Hall ' end || i,
      i > ${sql.lit(oldest)}, i <= ${sql.lit(oldest)}, now() - case when i <= ${sql.lit(oldest)} then interval '3 days' else interval '0' end
    from device, generate_series(1, ${sql.lit(devices)}) i where id = ${Number(device)} order by i`.execute(world.db)
  await sql`vacuum analyze device`.execute(world.db)
})
afterAll(() => world.stop())

const newestOfOld = Array.from({ length: 10 }, (_, n) => `LIST-${oldest - n}`)
const codes = (list: readonly { code: string }[]): string[] => list.map(({ code }) => code)

test.each([
  ['the status', { status: 'lowPower' as const }],
  ['having been silent', { silentHours: 48 }],
])('%s is in no index: its newest come first, and more than a thousand are not counted', async (_, input) => {
  const page = await pageDevices(north, input)
  expect(page).toMatchObject({ total: 1_000, totalCapped: true })
  expect(page.list.every(({ lastSeenAt }) => lastSeenAt === null || Date.parse(lastSeenAt) < Date.now() - 172_800_000)).toBe(true)
  expect(codes(page.list)).toEqual(expect.arrayContaining(newestOfOld.slice(1)))
  expect(await pageDevices(south, input)).toMatchObject({ total: 0, totalCapped: false })
})

test('a row has the time zone of its site, in which the list shows its times', async () => {
  expect((await pageDevices(north, { pageSize: 1 })).list).toMatchObject([{ timeZone: 'Asia/Dubai' }])
})

test('an export’s progress counts all rows', async () => {
  const measured = { status: 'lowPower' as const, exact: true }
  expect(await pageDevices(north, measured)).toMatchObject({ total: oldest, totalCapped: false })
})

test('rows that an index covers are counted beyond the scan', async () => {
  const page = await pageDevices(north, { online: false })
  expect(page.total).toBeGreaterThanOrEqual(oldest)
  expect(page.totalCapped).toBe(false)
})

test('a keyword with many matches, none among the newest, is found', async () => {
  const page = await pageDevices(north, { keyword: 'vault' })
  expect(codes(page.list)).toEqual(newestOfOld)
  expect(page).toMatchObject({ total: 1_000, totalCapped: true })
  const second = await pageDevices(north, { keyword: 'vault', pageNum: 2 })
  expect(codes(second.list)[0]).toBe(`LIST-${oldest - 10}`)
  expect(await pageDevices(south, { keyword: 'vault' })).toMatchObject({ list: [], total: 0 })
})

test.each([
  ['a status', { status: 'lowPower' as const }],
  ['silence', { silentHours: 48 }],
  ['a keyword', { keyword: 'vault' }],
])('pages by %s that were found when counting go on where those begin that were not', async (_, input) => {
  const byNumber: number[] = []
  const byCursor: number[] = []
  let cursor: string | undefined
  let pageNum = 1
  do {
    const numbered = await pageDevices(north, { ...input, pageNum: pageNum++, pageSize: 100 })
    const followed = await pageDevices(north, { ...input, pageSize: 100, ...(cursor === undefined ? {} : { cursor }) })
    byNumber.push(...numbered.list.map(({ id }) => id))
    byCursor.push(...followed.list.map(({ id }) => id))
    cursor = followed.next
    expect(numbered.next).toBe(cursor)
  } while (cursor !== undefined)
  expect(byNumber.length).toBeGreaterThanOrEqual(oldest)
  expect(byNumber).toEqual(byNumber.toSorted((a, b) => b - a))
  expect(byNumber).toEqual(byCursor)
  const upwards = await pageDevices(north, { ...input, order: 'asc', pageSize: 100 })
  expect(upwards.list.map(({ id }) => id)).toEqual(byNumber.toReversed().slice(0, 100))
})
