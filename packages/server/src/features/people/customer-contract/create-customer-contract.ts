import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { keepContractEnd } from '../customer/keep-contract-end.ts'
import { attachContractFiles, contractColumns } from './contract.fields.ts'

/** Adds a contract with a customer. It belongs to the customer's company, within which its number is unique. */
export const createCustomerContract = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.customerContract.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const columns = contractColumns(ctx, input)
    const customer = await write.db
      .selectFrom('customer')
      .select(['id', 'company_id', 'path'])
      .where('id', '=', input.customerId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!customer) throw new DomainError('notFound', {}, 'customerId')
    const { company_id, path } = customer
    await attachContractFiles(ctx, write, { companyId: company_id, path }, columns.files)
    const row = { company_id, path, customer_id: customer.id, ...columns }
    const id = await insertRow(write, 'customer_contract', row, {
      action: 'customerContract.create',
      name: columns.contract_no,
      unique: ['contractNo', columns.contract_no],
    })
    await keepContractEnd(write, customer.id)
    return { id }
  })
