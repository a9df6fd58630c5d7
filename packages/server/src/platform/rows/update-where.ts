import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'

/** Changes rows of a table that is only known at run time: for what concerns all tables alike, such as whose rows they are. */
export const updateWhere = async (
  tx: Transaction<Tables>,
  table: TableName,
  set: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
): Promise<number> => {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set} where ${where}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
