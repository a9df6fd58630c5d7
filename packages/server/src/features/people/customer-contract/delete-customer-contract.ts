import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { keepContractEnd } from '../customer/keep-contract-end.ts'

/** Removes a contract that was added by mistake. The audit log keeps its number and days. */
export const deleteCustomerContract = (ctx: Ctx, input: InputOf<typeof endpoints.customerContract.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const contract = await lockRow(write, 'customer_contract', input, 'delete')
    await deleteRow(write, 'customer_contract', contract, {
      action: 'customerContract.del',
      name: contract.contract_no,
      changes: {
        contractNo: [contract.contract_no, null],
        customerId: [contract.customer_id, null],
        startsOn: [contract.starts_on, null],
        endsOn: [contract.ends_on, null],
      },
    })
    await keepContractEnd(write, contract.customer_id)
    return null
  })
