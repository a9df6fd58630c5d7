import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  customerContractCreateInput,
  customerContractPageInput,
  customerContractRow,
  customerContractUpdateInput,
} from './customer-contract.schema.ts'

export const customerContractEndpoints = standardCalls('customerContract', {
  entity: 'customer_contract',
  about: 'customer',
  words: ['a contract with a customer', 'contracts with customers'],
  page: { input: customerContractPageInput, row: customerContractRow },
  create: { input: customerContractCreateInput, errors: ['duplicate'] },
  update: { input: customerContractUpdateInput, errors: ['duplicate'] },
  remove: {},
  export: {},
})
