import type { Kysely } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'

/** The last day of the customer's contract that ends last; null without contracts. */
export const lastContractEnd = async (systemDb: Kysely<Tables>, customerId: number): Promise<string | null> => {
  const { end } = await systemDb
    .selectFrom('customer_contract')
    .select((e) => e.fn.max<string | null>('ends_on').as('end'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return end
}

/**
 * A customer's contract end is that of its contract that ends last. Without contracts, the day entered by hand stays. Call it in the write
 * that changes its contracts.
 */
export const keepContractEnd = async (write: Write, customerId: number): Promise<void> => {
  // Locked first, so that two concurrent changes see each other.
  await write.systemDb.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const end = await lastContractEnd(write.systemDb, customerId)
  if (end === null) return
  await write.systemDb.updateTable('customer').set({ contract_end: end }).where('id', '=', customerId).execute()
}
