import { endpoints } from '@emberwatch/contract'

const { customer, customerAccount } = endpoints

/** What a change to a customer makes stale. */
export const customerReads = [customer.page, customer.detail, customer.select]

/** What a change to an account of a customer makes stale. */
export const accountReads = [customerAccount.page, customerAccount.detail]
