import type { Updateable } from 'kysely'
import type { SetUpTable } from '../../../tables/records.tables.ts'
import type { Write } from '../../../platform/transact.ts'

/** What administrators have said about setting up: one row for the installation. */
export const storeSetUp = async ({ systemDb }: Write, columns: Updateable<SetUpTable>): Promise<void> => {
  await systemDb
    .insertInto('set_up')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
