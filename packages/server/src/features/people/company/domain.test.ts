import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { branding } from '../session/session.reads.ts'
import { findConfig } from './company-config.ts'
import { newCompany, reasonOf } from './company.fixture.ts'
import { companyDetail, pageCompanies } from './company.reads.ts'
import { createCompany } from './create-company.ts'
import { decideDomain, unmaskCompany, updateCompany, updateInfo } from './company.verbs.ts'

/** Whoever has a domain controls the sign-in page that people see there, so only the operating company assigns one. */

let world: TestWorld
let siter: Ctx
let north: Ctx

beforeAll(async () => {
  world = await testWorld({ ALLOWED_DOMAINS: 'listed.example.com, *.partners.example.com' })
})
afterAll(() => world.stop())
beforeEach(async () => {
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  await world.db.updateTable('company').set({ domain: null, domain_requested: null }).where('type', '<>', 'siter').execute()
  await world.db.deleteFrom('message').execute()
})

const domains = async (id: number) =>
  world.db.selectFrom('company').select(['domain', 'domain_requested']).where('id', '=', id).executeTakeFirstOrThrow()
const info = { name: 'North Distributor', contacter: 'Front Desk', phone: '13800000000' }
const ask = async (domain?: string) => {
  const { version } = (await findConfig(north)).company
  return updateInfo(north, { ...info, version, ...(domain === undefined ? {} : { domain }) })
}
const messages = async (type: string) =>
  (await world.db.selectFrom('message').select('account_id').where('type', '=', type).execute()).map((row) => row.account_id)

test('a company requests a domain, the operating company approves, and only then does the host show its branding', async () => {
  const { id } = world.companies.north
  await ask('Fire.North.example')
  expect(await domains(id)).toEqual({ domain: null, domain_requested: 'fire.north.example' })
  expect(await branding(siter, { host: 'fire.north.example' })).toMatchObject({ companyId: world.companies.siter.id })
  expect(await messages('domainAsked')).toContain(world.accounts.siterAdmin.id)
  // Not by the company itself, and not for a request other than the one shown.
  const decision = { id, domain: 'fire.north.example', agree: true }
  expect(await reasonOf(decideDomain(north, 'distributor', decision))).toBe('noAccess')
  expect(await reasonOf(decideDomain(siter, 'distributor', { ...decision, domain: 'other.north.example' }))).toBe('notHere')
  await decideDomain(siter, 'distributor', decision)
  expect(await domains(id)).toEqual({ domain: 'fire.north.example', domain_requested: null })
  expect(await branding(siter, { host: 'fire.north.example' })).toMatchObject({ companyId: id })
  expect(await messages('domainAgreed')).toContain(world.accounts.northAdmin.id)
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'distributor.domain')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ result: 'agreed', changes: { domain: [null, 'fire.north.example'] } })
  // The old domain stays valid until another is approved. Giving it up needs no approval.
  await ask('new.north.example')
  expect(await domains(id)).toEqual({ domain: 'fire.north.example', domain_requested: 'new.north.example' })
  await decideDomain(siter, 'distributor', { id, domain: 'new.north.example', agree: false })
  expect(await domains(id)).toEqual({ domain: 'fire.north.example', domain_requested: null })
  expect(await messages('domainRejected')).toContain(world.accounts.northAdmin.id)
  await ask()
  expect(await domains(id)).toEqual({ domain: null, domain_requested: null })
})

test('no header from a caller decides which domain they may have', async () => {
  const at = (host: string): Ctx => ({ ...north, origin: { ...north.origin, host } })
  for (const host of ['localhost', 'agent.example.com']) {
    const { id } = await createCompany(at(host), 'agent_one', newCompany({ domain: 'agent.example.com' }))
    expect(await domains(id)).toEqual({ domain: null, domain_requested: 'agent.example.com' })
    const { version, name, orgCode, contacter } = await companyDetail(north, 'agent_one', { id })
    await updateCompany(at(host), 'agent_one', { id, version, name, orgCode, contacter, domain: 'console.example.com' })
    expect(await domains(id)).toEqual({ domain: null, domain_requested: 'console.example.com' })
  }
})

test('two may request the same domain, and one gets it', async () => {
  const [one, two] = [
    await createCompany(north, 'agent_one', newCompany({ domain: 'same.example.com' })),
    await createCompany(north, 'agent_one', newCompany({ domain: 'same.example.com' })),
  ]
  const decide = (ctx: Ctx, id: number) =>
    reasonOf(decideDomain(ctx, 'agent_one', { id, domain: 'same.example.com', agree: true }))
  // The company above may edit it otherwise, but not decide this.
  expect(await decide(north, one.id)).toBe('noAccess')
  expect(await decide(siter, one.id)).toBe('ok')
  expect(await decide(siter, two.id)).toBe('duplicate')
})

test.each([
  ['listed.example.com', true],
  ['a.partners.example.com', true],
  ['partners.example.com', false],
  ['evil-listed.example.com', false],
  ['sub.listed.example.com', false],
])('the settings list %s: %s', async (domain, listed) => {
  const { id } = await createCompany(north, 'agent_one', newCompany({ domain }))
  expect((await domains(id)).domain === domain).toBe(listed)
  await world.db.updateTable('company').set({ domain: null }).where('id', '=', id).execute()
})

test('phone and email of a company’s contact are masked, kept if left out, and shown by an audited call', async () => {
  const { id } = await createCompany(siter, 'distributor', newCompany({ phone: '13800005678', email: 'desk@example.com' }))
  const hidden = { phone: '138****5678', email: 'd***@example.com' }
  const detail = await companyDetail(siter, 'distributor', { id })
  expect(detail).toMatchObject(hidden)
  expect((await pageCompanies(siter, 'distributor', { pageSize: 80 })).list.find((row) => row.id === id)).toMatchObject({
    phone: hidden.phone,
  })
  const { version, name, orgCode, contacter } = detail
  const operations = new Set([...siter.actor.operations].filter((code) => code !== 'account:unmask'))
  await updateCompany({ ...siter, actor: { ...siter.actor, operations } }, 'distributor', {
    id,
    version,
    name,
    orgCode,
    contacter,
  })
  expect(await unmaskCompany(siter, 'distributor', { id })).toEqual({ phone: '13800005678', email: 'desk@example.com' })
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'distributor.unmask')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ object_id: String(id), actor_id: world.accounts.siterAdmin.id })
})
