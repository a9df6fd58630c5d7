import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertAreas } from '../../base/area/assert-areas.ts'
import { columnsOf } from './create-customer.ts'
import { seesInFull } from './customer.masks.ts'
import { lastContractEnd } from './keep-contract-end.ts'

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
