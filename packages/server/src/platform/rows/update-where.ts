import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'

/** Changes rows of a table known only at run time, for columns that all tables share, such as the owner. */
export const updateWhere = async (
  tx: Transaction<Tables>,
  table: TableName,
  set: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): Promise<number> => {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set} where ${where}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
