import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, optional, ref, text } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  customerCreateInput,
  customerDetail,
  customerPageInput,
  customerRow,
  customerUnmasked,
  customerUpdateInput,
} from './customer.schema.ts'

export const customerEndpoints = about('customer', {
  ...standardCalls('customer', {
    entity: 'customer',
    words: ['a customer', 'customers'],
    persons: ['name', 'keyword'],
    page: { input: customerPageInput, row: customerRow },
    detail: { row: customerDetail },
    select: { input: input({ keyword: optional(text(60)), companyId: optional(ref('company')) }) },
    create: { input: customerCreateInput },
    update: { input: customerUpdateInput, errors: ['notHere'] },
    remove: { summary: 'Delete a customer without projects, accounts, contracts and open orders', errors: ['inUse'] },
    setEnabled: { summary: 'Enable or disable; ends the sessions of its accounts' },
    export: {},
    import: {},
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/customer/unmask',
    access: 'customer:unmask',
    input: input({ id: ref('customer') }),
    output: customerUnmasked,
    summary: 'Name, contact, phone, email and identity no. in full; every call is audited',
  }),
})
