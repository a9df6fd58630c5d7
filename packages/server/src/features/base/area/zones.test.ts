import type { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createCompany } from '../../people/company/create-company.ts'
import { companyDetail } from '../../people/company/company.reads.ts'
import { findConfig } from '../../people/company/company-config.ts'
import { updateCompany, updateInfo } from '../../people/company/company.verbs.ts'
import { createCustomer, updateCustomer } from '../../people/customer/customer.verbs.ts'

/** Wherever a zone is entered, areas that are not nested are refused, and nothing is written. */

let world: TestWorld
let siter: Ctx
let north: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const person = { contacter: 'Duty desk', phone: '13800000001' }
/** Suzhou is not in Zhejiang. */
const astray = { country: 'CN', province: '330000', city: '320500' }
const hangzhou = { country: 'CN', province: '330000', city: '330100' }

const customer = { name: 'Lake Hotel', type: 'enterprise', ...person } as const
const company = { name: 'Lake Agent', orgCode: 'LAKE', adminAccount: 'lakeadmin', adminName: 'Lake', ...person }

const writes: Readonly<Record<string, (zone: typeof hangzhou) => Promise<unknown>>> = {
  'a new customer': (zone) => createCustomer(north, { ...customer, ...zone }),
  'a customer': (zone) => updateCustomer(north, { id: world.customers.north, version: 1, ...customer, ...zone }),
  'a new company': (zone) => createCompany(north, 'agent_one', { ...company, ...zone }),
  'a company': async (zone) => {
    const { id, version, orgCode } = await companyDetail(siter, 'distributor', { id: world.companies.north.id })
    return updateCompany(siter, 'distributor', { id, version, name: 'North', orgCode, ...person, ...zone })
  },
  'the caller’s own company': async (zone) => {
    const { version } = (await findConfig(north)).company
    return updateInfo(north, { version, name: 'North', ...person, ...zone })
  },
}

test.each(Object.entries(writes))('%s', async (_, write) => {
  const audits = async () => (await world.db.selectFrom('audit_log').select('id').execute()).length
  const before = await audits()
  const fault = await write(astray).catch((error: DomainError) => error)
  expect(fault).toMatchObject({ reason: 'invalidInput', field: 'city' })
  expect(await audits()).toBe(before)
  await write(hangzhou)
  expect(await audits()).toBeGreaterThan(before)
})
