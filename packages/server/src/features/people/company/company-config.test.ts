import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { png, squarePng, uploadOf } from '../../../testing/images.ts'
import type { Purpose } from '../../base/file/purposes.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { branding } from '../session/session.reads.ts'
import { findConfig, updateConfig } from './company-config.ts'
import { newCompany, reasonOf } from './company.fixture.ts'
import { createCompany } from './create-company.ts'
import { updateInfo } from './company.verbs.ts'

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

test('the caller’s company’s branding is found, changed by version, and shown on its sign-in page', async () => {
  expect(await findConfig(north)).toMatchObject({
    companyId: world.companies.north.id,
    company: { name: 'North Distributor', orgCode: 'NORTH', domain: null, version: 1 },
    platformName: null,
    version: 1,
  })
  await updateConfig(north, { version: 1, platformName: 'North Watch', primaryColour: '#2b7fd6' })
  expect(await findConfig(north)).toMatchObject({ platformName: 'North Watch', primaryColour: '#2b7fd6', version: 2 })
  expect(await branding(north, { code: 'NORTH' })).toMatchObject({ platformName: 'North Watch' })
  const siter = await findConfig(await world.ctxOf(world.accounts.siterAdmin))
  expect(siter.platformName).toBe('Emberwatch')
  expect(siter.inherited).toBeNull()
  const stale = await updateConfig(north, { version: 1, platformName: 'Other' }).catch((error: unknown) => error)
  expect(stale).toMatchObject({ reason: 'staleVersion', params: { who: 'North Admin' } })
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'companyConfig.update')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ company_id: world.companies.north.id, changes: { platform_name: [null, 'North Watch'] } })
})

test('pictures must be one’s own uploads for the right purpose', async () => {
  const logo = await store('logo', await png(200, 50))
  const { version } = await findConfig(north)
  const southLogo = await store('logo', await png(200, 50), await world.ctxOf(world.accounts.southAdmin))
  expect(await reasonOf(updateConfig(north, { version, smallFeatures: logo }))).toBe('noAccess')
  expect(await reasonOf(updateConfig(north, { version, bigFeatures: southLogo }))).toBe('noAccess')
  expect(await reasonOf(updateConfig(north, { version, bigFeatures: logo }))).toBe('ok')
})

test('pictures are public while they are in use', async () => {
  const { version, bigFeatures } = await findConfig(north)
  expect(await isPublic(bigFeatures ?? '')).toBe(true)
  const small = await store('collapsedLogo', await squarePng(32))
  expect(await isPublic(small)).toBe(false)
  // A colleague leaves the logo unchanged, although somebody else uploaded it.
  const colleague = { ...north, actor: { ...north.actor, accountId: world.accounts.northEngineer.id } }
  const mine = await store('collapsedLogo', await squarePng(32), colleague)
  await updateConfig(colleague, { version, bigFeatures: bigFeatures ?? '', smallFeatures: mine })
  expect(await isPublic(mine)).toBe(true)
  await updateConfig(north, { version: version + 1, smallFeatures: small })
  expect([await isPublic(bigFeatures ?? ''), await isPublic(mine), await isPublic(small)]).toEqual([false, false, true])
})

test('inherited settings are shown separately from one’s own', async () => {
  const agent = await world.ctxOf(world.accounts.northAgentAdmin)
  const { version } = await findConfig(north)
  await updateConfig(north, { version, platformName: 'North Watch' })
  await updateConfig(agent, { version: 1, platformName: 'Agent Watch', supportPhone: '13800000009' })
  expect(await findConfig(agent)).toMatchObject({
    platformName: 'Agent Watch',
    supportPhone: '13800000009',
    inherited: { platformName: 'North Watch', supportPhone: null },
  })
  await updateConfig(north, { version: version + 1 })
  expect((await findConfig(agent)).inherited).toMatchObject({ platformName: 'Emberwatch' })
})

test('a company can start with its own branding; otherwise it inherits that of the company above', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const logo = await store('logo', await png(200, 50), siter)
  const brand = { platformName: 'West Watch', primaryColour: '#0b5cad', bigFeatures: logo, watermark: true }
  const { id } = await createCompany(siter, 'distributor', newCompany(brand))
  const config = await world.db.selectFrom('company_config').selectAll().where('company_id', '=', id).executeTakeFirstOrThrow()
  expect(config).toMatchObject({ platform_name: 'West Watch', primary_colour: '#0b5cad', big_features: logo, watermark: true })
  expect(await isPublic(logo)).toBe(true)
  const file = await world.db.selectFrom('file').select('company_id').where('id', '=', logo).executeTakeFirstOrThrow()
  expect(file.company_id).toBe(id)
  const audits = await world.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('company_id', '=', id)
    .where('action', 'in', ['distributor.create', 'companyConfig.update'])
    .orderBy('id')
    .execute()
  expect(audits).toMatchObject([
    { action: 'distributor.create' },
    { action: 'companyConfig.update', changes: { platform_name: [null, 'West Watch'], watermark: [false, true] } },
  ])

  const foreign = await store('logo', await png(200, 50))
  const refused = createCompany(siter, 'distributor', newCompany({ bigFeatures: foreign }))
  await expect(refused).rejects.toMatchObject({ reason: 'noAccess', field: 'bigFeatures' })
  const plain = await createCompany(siter, 'distributor', newCompany())
  const own = await world.db
    .selectFrom('company_config')
    .select(['platform_name', 'version'])
    .where('company_id', '=', plain.id)
    .executeTakeFirstOrThrow()
  expect(own).toEqual({ platform_name: null, version: 1 })
})

describe('one’s own company', () => {
  const info = { name: 'North & Sons', contacter: 'Night desk', phone: '13800000001' }

  test('edits its own description, by version, and nothing that is set from above', async () => {
    const before = await world.db
      .selectFrom('company')
      .selectAll()
      .where('id', '=', world.companies.north.id)
      .executeTakeFirstOrThrow()
    const { version } = (await findConfig(north)).company
    await updateInfo(north, { ...info, version, email: 'desk@example.com', province: '110000', timeZone: 'Asia/Urumqi' })
    expect((await findConfig(north)).company).toMatchObject({
      ...info,
      email: 'desk@example.com',
      province: '110000',
      timeZone: 'Asia/Urumqi',
      language: before.language,
      orgCode: 'NORTH',
      version: version + 1,
    })
    const { expires_at, quotas, parent_id, org_code, domain, enabled } = before
    expect(
      await world.db.selectFrom('company').selectAll().where('id', '=', world.companies.north.id).executeTakeFirstOrThrow(),
    ).toMatchObject({ expires_at, quotas, parent_id, org_code, domain, enabled })
    const audit = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'companyConfig.updateInfo')
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      company_id: world.companies.north.id,
      object_kind: 'company',
      actor_id: world.accounts.northAdmin.id,
      changes: { name: ['North Distributor', info.name], email: [null, 'desk@example.com'] },
    })
    expect(await reasonOf(updateInfo(north, { ...info, version }))).toBe('staleVersion')
    expect(await reasonOf(updateInfo(north, { ...info, version: version + 1, timeZone: 'Mars/Olympus' }))).toBe('invalidInput')
  })

  test('leaves the organisation code to the company above', async () => {
    const { version } = (await findConfig(north)).company
    const refusal = await updateInfo(north, { ...info, version, orgCode: 'NORTH-2' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ reason: 'notHere', field: 'orgCode' })
  })

  test('the operating company sets its own code and domain, which are then taken', async () => {
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const { version, orgCode } = (await findConfig(siter)).company
    expect(await reasonOf(updateInfo(siter, { ...info, version, orgCode: 'south' }))).toBe('duplicate')
    await updateInfo(siter, { ...info, version, domain: 'Fire.Example.com' })
    expect((await findConfig(siter)).company).toMatchObject({ domain: 'fire.example.com', orgCode })
    const taken = await createCompany(siter, 'distributor', newCompany({ domain: 'fire.example.com' })).catch(
      (error: unknown) => error,
    )
    expect(taken).toMatchObject({ reason: 'duplicate', field: 'domain' })
    await updateInfo(siter, { ...info, version: version + 1, orgCode: 'EMBER' })
    expect((await findConfig(siter)).company).toMatchObject({ domain: null, orgCode: 'EMBER' })
  })
})
