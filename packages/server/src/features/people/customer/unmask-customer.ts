import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

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
