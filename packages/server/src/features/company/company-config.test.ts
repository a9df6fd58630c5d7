import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { png, squarePng, uploadOf } from '../../testing/images.ts'
import type { Purpose } from '../file/purposes.ts'
import { readFile } from '../file/file.reads.ts'
import { upload } from '../file/upload.ts'
import { branding } from '../session/session.reads.ts'
import { findConfig, updateConfig } from './company-config.ts'
import { reasonOf } from './company.fixture.ts'

let world: TestWorld
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const store = async (purpose: Purpose, bytes: Buffer, ctx = north): Promise<string> => upload(ctx, { purpose }, uploadOf(bytes))
const isPublic = async (id: string): Promise<boolean> => {
  const { stream, ...file } = await readFile(north, { id })
  stream.destroy()
  return file.public
}

test('one’s own company’s branding is found, changed once for each version, and shown at its sign-in', async () => {
  expect(await findConfig(north)).toMatchObject({
    companyId: world.companies.north.id,
    name: 'North Distributor',
    platformName: null,
    version: 1,
  })
  await updateConfig(north, { version: 1, platformName: 'North Watch', primaryColour: '#2b7fd6' })
  expect(await findConfig(north)).toMatchObject({ platformName: 'North Watch', primaryColour: '#2b7fd6', version: 2 })
  expect(await branding(north, { companyId: world.companies.north.id })).toMatchObject({ platformName: 'North Watch' })
  const siter = await findConfig(await world.ctxOf(world.accounts.siterAdmin))
  expect(siter.platformName).toBe('Emberwatch')
  const stale = await updateConfig(north, { version: 1, platformName: 'Other' }).catch((error: unknown) => error)
  expect(stale).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'companyConfig.update')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ company_id: world.companies.north.id, changes: { platform_name: [null, 'North Watch'] } })
})

test('pictures must be one’s own, uploaded as what they are to be', async () => {
  const logo = await store('logo', await png(200, 50))
  const { version } = await findConfig(north)
  const southLogo = await store('logo', await png(200, 50), await world.ctxOf(world.accounts.southAdmin))
  expect(await reasonOf(updateConfig(north, { version, smallFeatures: logo }))).toBe('noAccess')
  expect(await reasonOf(updateConfig(north, { version, bigFeatures: southLogo }))).toBe('noAccess')
  expect(await reasonOf(updateConfig(north, { version, bigFeatures: logo }))).toBe('ok')
})

test('pictures are open to everybody while they are in use', async () => {
  const { version, bigFeatures } = await findConfig(north)
  expect(await isPublic(bigFeatures ?? '')).toBe(true)
  const small = await store('collapsedLogo', await squarePng(32))
  expect(await isPublic(small)).toBe(false)
  // a colleague leaves the logo as it is, although somebody else uploaded it
  const colleague = { ...north, actor: { ...north.actor, accountId: world.accounts.northEngineer.id } }
  const mine = await store('collapsedLogo', await squarePng(32), colleague)
  await updateConfig(colleague, { version, bigFeatures: bigFeatures ?? '', smallFeatures: mine })
  expect(await isPublic(mine)).toBe(true)
  await updateConfig(north, { version: version + 1, smallFeatures: small })
  expect([await isPublic(bigFeatures ?? ''), await isPublic(mine), await isPublic(small)]).toEqual([false, false, true])
})
