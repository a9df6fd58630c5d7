import type { Kysely } from 'kysely'
import type { Write } from '../../platform/transact.ts'
import type { Tables } from '../../tables/index.ts'

/** The last day of the contract of a customer that ends last; null without any. */
export const lastContractEnd = async (systemDb: Kysely<Tables>, customerId: number): Promise<string | null> => {
  const { end } = await systemDb
    .selectFrom('customer_contract')
    .select((e) => e.fn.max<string | null>('ends_on').as('end'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return end
}

/**
 * A customer's contract ends with the one of its contracts that ends last. Without any, the day that was entered by hand stays. Call it in
 * the write that changes its contracts.
 */
export const keepContractEnd = async (write: Write, customerId: number): Promise<void> => {
  // Locked before it is judged, so that two changes at once see each other.
  await write.systemDb.selectFrom('customer').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const end = await lastContractEnd(write.systemDb, customerId)
  if (end === null) return
  await write.systemDb.updateTable('customer').set({ contract_end: end }).where('id', '=', customerId).execute()
}
