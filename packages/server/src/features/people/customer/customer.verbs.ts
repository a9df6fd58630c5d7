import type { Kysely } from 'kysely'
import { closedOrderStatuses, DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import {
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
  type Dependant,
} from '../../../platform/rows/rows.ts'
import { assertAreas } from '../../base/area/area.reads.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { translate } from '../../../platform/i18n.ts'
import { seesInFull } from './customer.masks.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { removeContacts } from '../customer-contact/customer-contact.verbs.ts'

/** The last day of the customer's contract that ends last; null without contracts. */
const lastContractEnd = async (systemDb: Kysely<Tables>, customerId: number): Promise<string | null> => {
  const { end } = await systemDb
    .selectFrom('customer_contract')
    .select((e) => e.fn.max<string | null>('ends_on').as('end'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return end
}

/**
 * A customer's contract end is that of its contract that ends last. Without contracts, the day entered by hand stays. Call it in the write
 * that changes its contracts.
 */
export const keepContractEnd = async (write: Write, customerId: number): Promise<void> => {
  // Locked first, so that two concurrent changes see each other.
  await write.systemDb.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const end = await lastContractEnd(write.systemDb, customerId)
  if (end === null) return
  await write.systemDb.updateTable('customer').set({ contract_end: end }).where('id', '=', customerId).execute()
}

type Input = InputOf<typeof endpoints.customer.create>

/** The columns that a form sets about a customer. */
const columnsOf = (input: Omit<Input, 'companyId' | 'name' | 'contacter' | 'phone' | 'email' | 'identityNo'>) => ({
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

/** Edits a customer. What the caller sees only masked stays if it is left out (contract: `customerUpdateInput`). */
export const updateCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    await assertAreas(ctx, input)
    const customer = await lockRow(write, 'customer', input)
    // With another type, lists would show the name.
    if (customer.type === 'person' && input.type !== 'person' && !seesInFull(ctx.actor))
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.personStays') }, 'type')
    const kept = seesInFull(ctx.actor) ? { email: null, identity_no: null } : customer
    const changes = {
      name: input.name ?? customer.name,
      contacter: input.contacter ?? customer.contacter,
      phone: input.phone ?? customer.phone,
      email: input.email ?? kept.email,
      identity_no: input.identityNo ?? kept.identity_no,
      ...columnsOf(input),
    }
    // If it has contracts, they decide, not the form.
    changes.contract_end = (await lastContractEnd(write.systemDb, customer.id)) ?? changes.contract_end
    await updateRow(write, 'customer', customer, changes, { action: 'customer.update' })
    return { id: customer.id }
  })

/** Enables or disables a customer. Disabling ends the sessions of its accounts, which can no longer sign in. */
export const setCustomerEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.customer.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockRow(write, 'customer', input)
    const { enabled } = input
    await updateRow(
      write,
      'customer',
      customer,
      { enabled },
      {
        action: 'customer.forbidden',
        changes: { enabled: [customer.enabled, enabled] },
      },
    )
    if (enabled) return null
    const accounts = write.systemDb.selectFrom('account').select('id').where('customer_id', '=', customer.id)
    const ids = await accounts.where('deleted_at', 'is', null).execute()
    await endSessions(
      write,
      ids.map(({ id }) => id),
    )
    return null
  })

type Unmask = typeof endpoints.customer.unmask

/** Shows what lists mask of a customer, and records that in the audit log. */
export const unmaskCustomer = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const customer = await lockRow(write, 'customer', input)
    write.audit({
      action: 'customer.unmask',
      object: { kind: 'customer', id: customer.id, name: customer.name },
      owner: { companyId: customer.company_id, path: customer.path },
    })
    const { name, contacter, phone, email, identity_no: identityNo } = customer
    return { name, contacter, phone, email, identityNo }
  })

/** Some of the projects, accounts, contracts and open orders of a customer. */
const dependantsOf = async (db: Kysely<Tables>, customerId: number): Promise<Dependant[]> => {
  const some = <T extends 'project' | 'account' | 'work_order'>(table: T) =>
    db
      .selectFrom<'project' | 'account' | 'work_order'>(table)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(dependantLimit)
  const contracts = db
    .selectFrom('customer_contract')
    .select('contract_no as label')
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(dependantLimit)
  const [projects, accounts, agreed, orders] = await Promise.all([
    some('project').select('name as label').execute(),
    some('account').select('account as label').execute(),
    contracts.execute(),
    some('work_order').select('code as label').where('status', 'not in', closedOrderStatuses).execute(),
  ])
  return [...projects, ...accounts, ...agreed, ...orders]
}

/** Deletes a customer without dependants; otherwise the error names its projects, accounts, contracts and open orders. */
export const removeCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockRow(write, 'customer', input, 'delete')
    await refuseInUse(write, (db) => dependantsOf(db, customer.id))
    await removeContacts(write, customer.id)
    await deleteRow(write, 'customer', customer, { action: 'customer.del' })
    return null
  })
