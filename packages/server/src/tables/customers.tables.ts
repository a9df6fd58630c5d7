import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Optional, OptionalInstant, Owned, Tracked, Zone } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface CustomerTable extends Tracked, Owned, Zone {
  id: Defaulted<number>
  type: Defaulted<EnumValue<'customerType'>>
  name: string
  contacter: Defaulted<string>
  phone: Optional<string>
  email: Optional<string>
  identity_no: Optional<string>
  address: Optional<string>
  notify_methods: Defaulted<string[]>
  privacy_consent_at: OptionalInstant
  privacy_version: Optional<string>
  contract_end: Optional<string>
  enabled: Defaulted<boolean>
  deleted_at: OptionalInstant
}

export interface CustomerContactTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: number
  /** The order in which contacts are asked: starts at 1, without gaps. */
  seq: Defaulted<number>
  name: string
  role: Defaulted<EnumValue<'contactRole'>>
  phone: Defaulted<string>
  email: Optional<string>
  remark: Defaulted<string>
}

export interface CustomerContractTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: number
  contract_no: string
  kind: Defaulted<EnumValue<'contractKind'>>
  /** First and last day, YYYY-MM-DD. */
  starts_on: string
  ends_on: string
  /** Two decimals, as text: numeric is exact, a number is not. */
  amount: Optional<string>
  currency: Defaulted<EnumValue<'currency'>>
  /** Ids of files. */
  files: Defaulted<string[]>
  remark: Defaulted<string>
}

export interface CustomersTables {
  customer: CustomerTable
  customer_contact: CustomerContactTable
  customer_contract: CustomerContractTable
}

export const customersFacts = {
  customer: {
    owner: 'customer',
    scope: { path: 'path', customer: 'id', projectCustomer: 'id', creator: 'created_by' },
    marksDeleted: true,
    published: 'type name contacter phone contract_end enabled',
  },
  customer_contact: {
    owner: 'customer-contact',
    scope: { path: 'path', projectCustomer: 'customer_id', creator: 'created_by' },
    published: '',
  },
  // Amounts are only for those who see all of a company, and for the person who entered them.
  customer_contract: {
    owner: 'customer-contract',
    scope: { path: 'path', creator: 'created_by' },
    published: 'customer_id contract_no kind starts_on ends_on',
  },
} as const satisfies FactsOf<CustomersTables>
