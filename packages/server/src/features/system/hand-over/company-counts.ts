import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { TableName, Tables } from '../../../tables/index.ts'
import type { Places } from './places.ts'

type Tx = Transaction<Tables>

/** A company's counts, by the columns of company_count. */
export type Counts = Readonly<Record<'projects' | 'devices' | 'storage', number>>

/**
 * Within this transaction, the triggers of company_count ignore projects, devices and files that change company (migration 0039). Otherwise
 * 10,000 devices would update the same row one by one, which takes minutes during which reports of all of them wait.
 */
export const countApart = async (tx: Tx): Promise<void> => {
  await sql`select set_config('emberwatch.counted', 'apart', true)`.execute(tx)
}

/** Tables whose rows are counted, with the column of company_count. */
const countedTables = { project: 'projects', device: 'devices' } as const

export const isCounted = (table: TableName): table is keyof typeof countedTables => table in countedTables

/** How many of the rows about to be moved count, by column. */
export const countedRows = async (
  tx: Tx,
  table: keyof typeof countedTables,
  where: RawBuilder<boolean>,
): Promise<Partial<Counts>> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from ${sql.table(table)} where deleted_at is null and ${where}`.execute(tx)
  return { [countedTables[table]]: rows[0]?.n ?? 0 }
}

/** Bytes of files that count towards their company's storage. */
export const storedBytes = async (tx: Tx, where: RawBuilder<boolean>): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from file where purpose <> 'export' and ${where}`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/** Updates the counts of both companies, in the order of their ids. */
export const addToCounts = async (tx: Tx, { kind, from, to }: Places, counts: Partial<Counts>): Promise<void> => {
  const { projects = 0, devices = 0, storage = 0 } = counts
  // A company that moves keeps its own row of counts.
  if (kind === 'company' || (projects === 0 && devices === 0 && storage === 0)) return
  await sql`select count(*) from (
    select from company_count where company_id in (${from.id}, ${to.id}) order by company_id for no key update) as locked`.execute(
    tx,
  )
  for (const [company, sign] of [
    [from, -1],
    [to, 1],
  ] as const)
    await sql`update company_count set projects = projects + ${sign * projects}, devices = devices + ${sign * devices},
      storage = storage + ${sign * storage} where company_id = ${company.id}`.execute(tx)
}
