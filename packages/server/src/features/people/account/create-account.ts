import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { coversType } from '../role/role.rules.ts'
import { assertMayView } from './account.lists.ts'
import { assertAssignable } from './account.rules.ts'
import { lockCustomerOf } from './account.store.ts'
import { addAccount, type AccountOwner } from './add-account.ts'
import { initialPassword } from './initial-password.ts'

type Input = InputOf<typeof endpoints.account.create>

/**
 * Where a new account belongs: to a customer, to a company, or to the caller's own company. This determines its type. Customer and company
 * are locked against deletion until the write ends.
 * @throws DomainError notFound; noAccess if the caller may not see the resulting list; levelTooHigh
 */
export const accountOwner = async (
  ctx: Ctx,
  write: Write,
  input: Pick<Input, 'companyId' | 'customerId'>,
): Promise<AccountOwner> => {
  const owner =
    input.customerId === undefined
      ? await companyOwner(ctx, write, input.companyId)
      : await customerOwner(write, input.customerId, input.companyId)
  assertMayView(ctx.actor, { type: owner.type, company_id: owner.companyId })
  if (owner.type === 'customer' && !ctx.actor.operations.has('customerAccount:create')) throw new DomainError('noAccess')
  if (!coversType(ctx.actor, owner.type)) throw new DomainError('levelTooHigh')
  // Not scoped: the owner was found in the caller's scope.
  await lockOwner(write.systemDb, owner.companyId)
  return owner
}

const companyOwner = async (ctx: Ctx, write: Write, companyId = ctx.actor.companyId): Promise<AccountOwner> => {
  const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  return { companyId: company.id, path: company.path, type: company.type, customerId: null }
}

const customerOwner = async (write: Write, customerId: number, companyId: number | undefined): Promise<AccountOwner> => {
  const customer = await lockCustomerOf(write.db, customerId)
  if (!customer || (companyId !== undefined && companyId !== customer.company_id))
    throw new DomainError('notFound', {}, 'customerId')
  return { companyId: customer.company_id, path: customer.path, type: 'customer', customerId }
}

/** Creates an account with a first password, which is returned once unless a default is set. */
export const createAccount = async (ctx: Ctx, input: Input): Promise<{ id: number; password: string | null }> => {
  const initial = await initialPassword(ctx)
  return transact(ctx, async (write) => {
    const owner = await accountOwner(ctx, write, input)
    await assertAssignable(ctx, write, owner, input.roleIds)
    const { companyId: _company, customerId: _customer, ...fields } = input
    const id = await addAccount(ctx, write, { ...fields, owner, passwordHash: initial.hash })
    return { id, password: initial.shown }
  })
}
