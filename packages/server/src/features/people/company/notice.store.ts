import { sql, type Insertable, type Kysely } from 'kysely'
import type { CompanyNoticeTable } from '../../../tables/companies.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** Companies that expire between now and `until`, each with the notices already sent for this expiry. */
export const companiesExpiring = (systemDb: Db, now: Date, until: Date) =>
  systemDb
    .selectFrom('company')
    .select(['id', 'parent_id', 'path', 'type', 'name', 'time_zone'])
    .select((e) => [
      e.fn.coalesce('expires_at', sql<string>`'-infinity'`).as('expires_at'),
      sql<number[]>`array(select days::bigint from company_notice
        where company_notice.company_id = company.id and company_notice.expires_at = company.expires_at)`.as('told'),
    ])
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', until.toISOString())
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

export type ExpiringCompany = Awaited<ReturnType<typeof companiesExpiring>>[number]

/** Claims the key of a notice. Returns false if it is already taken. */
export const claimNotice = async (systemDb: Db, notice: Insertable<CompanyNoticeTable>): Promise<boolean> => {
  const result = await systemDb
    .insertInto('company_notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
