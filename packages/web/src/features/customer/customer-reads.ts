import { endpoints } from '@emberwatch/contract'

const { customer } = endpoints

/** What a change to a customer makes stale. */
export const customerReads = [customer.page, customer.detail, customer.select]
