import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertAreas } from '../../base/area/assert-areas.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'

type Input = InputOf<typeof endpoints.customer.create>

/** The columns that a form sets about a customer. */
export const columnsOf = (input: Omit<Input, 'companyId' | 'name' | 'contacter' | 'phone' | 'email' | 'identityNo'>) => ({
  type: input.type,
  country: input.country ?? null,
  province: input.province ?? null,
  city: input.city ?? null,
  region: input.region ?? null,
  address: input.address ?? null,
  notify_methods: input.notifyMethods ?? [],
  contract_end: input.contractEnd ?? null,
  privacy_consent_at: input.privacyConsentAt ?? null,
  privacy_version: input.privacyVersion ?? null,
})

/**
 * Adds a customer within a write. Returns its id. @throws DomainError notFound for a company outside the caller's branch, invalidInput for
 * an invalid zone
 */
export const addCustomer = async (ctx: Ctx, write: Write, input: Input): Promise<number> => {
  await assertAreas(ctx, input)
  const companyId = input.companyId ?? ctx.actor.companyId
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  // Not scoped: the company was found in the caller's scope.
  await lockOwner(write.systemDb, company.id)
  const customer = {
    name: input.name,
    contacter: input.contacter ?? '',
    phone: input.phone ?? null,
    email: input.email ?? null,
    identity_no: input.identityNo ?? null,
    ...columnsOf(input),
    company_id: company.id,
    path: company.path,
  }
  return insertRow(write, 'customer', customer, { action: 'customer.create' })
}

/** Creates a customer of the caller's company, or of one below. */
export const createCustomer = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => ({ id: await addCustomer(ctx, write, input) }))
