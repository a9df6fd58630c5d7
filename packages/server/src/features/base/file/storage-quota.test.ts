import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { companyDetail } from '../../people/company/company.reads.ts'
import { upload } from './file.verbs.ts'

let world: TestWorld
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const megabyte = 1_048_576
const text = (bytes: number) => uploadOf(Buffer.alloc(bytes, 'a'))
const setQuota = (company: 'north' | 'siter' | 'northAgent', storage: number | null) =>
  world.db
    .updateTable('company')
    .set({ quotas: JSON.stringify(storage === null ? {} : { storage }) })
    .where('id', '=', world.companies[company].id)
    .execute()
const used = async () => {
  const row = await world.db
    .selectFrom('company_count')
    .select('storage')
    .where('company_id', '=', world.companies.north.id)
    .executeTakeFirstOrThrow()
  return row.storage
}
const files = async () => (await world.db.selectFrom('file').select('id').execute()).map(({ id }) => id)
const attempt = (ctx: Ctx, bytes: number) => upload(ctx, {}, text(bytes)).catch((error: unknown) => error)

test('uploads count for their company and those above; one beyond the quota is refused and leaves nothing', async () => {
  await setQuota('north', 2)
  const before = await used()
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
  expect(await used()).toBe(before + megabyte)
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
  const kept = await files()
  const agent = await world.ctxOf(world.accounts.northAgentAdmin)
  for (const ctx of [north, agent])
    expect(await attempt({ ...ctx, locale: 'en' }, 10)).toMatchObject({
      reason: 'quotaReached',
      params: { company: 'North Distributor', limit: 2, what: 'Storage (MB)' },
    })
  expect(await attempt({ ...north, locale: 'zh' }, 10)).toMatchObject({ params: { what: '存储空间（MB）' } })
  expect(await files()).toEqual(kept)
  expect(
    await companyDetail(await world.ctxOf(world.accounts.siterAdmin), 'distributor', { id: world.companies.north.id }),
  ).toMatchObject({
    storage: await used(),
    quotas: { storage: 2 },
  })
})

test('deleted files free their space, exports do not count, and two concurrent uploads cannot exceed the quota', async () => {
  await setQuota('north', 2)
  await world.db.updateTable('file').set({ purpose: 'export' }).where('company_id', '=', world.companies.north.id).execute()
  expect(await used()).toBe(0)
  const answers = await Promise.all([1, 2, 3].map(() => attempt(north, megabyte)))
  expect(answers.filter((answer) => typeof answer === 'string')).toHaveLength(2)
  await world.db.deleteFrom('file').where('purpose', '=', 'attachment').execute()
  expect(await used()).toBe(0)
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
})

test('a higher quota admits more; a company without one has that of the settings', async () => {
  await world.db.deleteFrom('file').where('purpose', '=', 'attachment').execute()
  await setQuota('north', 1)
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
  expect(await attempt(north, megabyte)).toMatchObject({ reason: 'quotaReached' })
  await setQuota('north', 2)
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
  await setQuota('north', null)
  Object.assign(north.config.settings, { defaultStorageMb: 2 })
  expect(await attempt(north, megabyte)).toMatchObject({ reason: 'quotaReached', params: { limit: 2 } })
  Object.assign(north.config.settings, { defaultStorageMb: 3 })
  expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
  Object.assign(north.config.settings, { defaultStorageMb: 0 })
})

test('without a quota there is no limit', async () => {
  await setQuota('north', null)
  for (let i = 0; i < 3; i++) expect(await attempt(north, megabyte)).toMatch(/^[0-9a-f]{32}$/)
})

test('a full disk is reported, and nothing is left behind', async () => {
  const kept = await files()
  const stream = Readable.from(
    (function* () {
      yield Buffer.alloc(megabyte, 'a')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })(),
  )
  await expect(upload({ ...north, locale: 'en' }, {}, { name: 'a.txt', stream })).rejects.toMatchObject({
    reason: 'precondition',
    params: { reason: expect.stringContaining('server’s disk is full') },
  })
  expect(await files()).toEqual(kept)
})
