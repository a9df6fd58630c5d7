import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { keepContractEnd } from '../customer/keep-contract-end.ts'
import { attachContractFiles, contractColumns } from './contract.fields.ts'

/** Edits a contract. Its customer cannot change. */
export const updateCustomerContract = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.customerContract.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const columns = contractColumns(ctx, input)
    const contract = await lockRow(write, 'customer_contract', input)
    const owner = { companyId: contract.company_id, path: contract.path }
    await attachContractFiles(ctx, write, owner, columns.files, contract.files)
    await updateRow(write, 'customer_contract', contract, columns, {
      action: 'customerContract.update',
      name: columns.contract_no,
      unique: ['contractNo', columns.contract_no],
    })
    await keepContractEnd(write, contract.customer_id)
    return { id: contract.id }
  })
