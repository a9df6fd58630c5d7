import { DomainError } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Write } from '../../../platform/transact.ts'

/**
 * Refuses one more than `limit` of what each company has few of, because it takes connections or sessions that all companies share. Writers
 * of the same company wait for each other until the commit.
 * @throws DomainError tooMany
 */
export const assertRoom = async (
  { systemDb }: Pick<Write, 'systemDb'>,
  companyId: number,
  table: 'kiosk_link' | 'open_access' | 'push_endpoint',
  isPresent: RawBuilder<boolean>,
  limit: number,
): Promise<void> => {
  // Not scoped: what colleagues with another data scope have made counts too.
  await systemDb.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where company_id = ${companyId} and ${isPresent}`.execute(systemDb)
  if ((rows[0]?.n ?? 0) >= limit) throw new DomainError('tooMany', { limit })
}
