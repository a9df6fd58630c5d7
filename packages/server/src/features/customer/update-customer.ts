import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { translate } from '../../platform/i18n.ts'
import { transact } from '../../platform/transact.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { assertAreas } from '../area/assert-areas.ts'
import { columnsOf } from './create-customer.ts'
import { seesInFull } from './customer.masks.ts'
import { lockCustomer, updateCustomerRow } from './customer.store.ts'

/** Edits a customer. What the caller sees only masked stays when it is left out (contract: `customerUpdateInput`). */
export const updateCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    await assertAreas(ctx, input)
    const customer = await lockCustomer(write.db, input.id)
    const { id } = customer
    // Of another type, lists would show the name.
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
    if (!(await updateCustomerRow(write.db, id, input.version, changes, ctx.actor.accountId, write.at)))
      await refuseStale(write.systemDb, 'customer', id)
    write.audit({
      action: 'customer.update',
      object: { kind: 'customer', id, name: changes.name },
      owner: { companyId: customer.company_id, path: customer.path },
      changes: changesBetween({ ...customer }, changes),
    })
    return { id }
  })
