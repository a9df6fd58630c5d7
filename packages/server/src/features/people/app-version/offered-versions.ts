import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** The path of the company with this code. An unknown code counts as none, so that an app cannot find out which codes exist. */
export const pathOfCompany = async (db: Db, code: string | undefined): Promise<string | null> => {
  if (code === undefined || code === '') return null
  const row = await db
    .selectFrom('company')
    .select('path')
    .where(sql<boolean>`lower(org_code) = ${code.toLowerCase()}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.path ?? null
}

/** The published versions of an app intended for a company (null: for none), newest first; for a roll-out, only if the phone is drawn. */
export const offeredVersions = (
  db: Db,
  app: EnumValue<'appKind'>,
  platforms: readonly EnumValue<'appPlatform'>[],
  companyPath: string | null,
) =>
  db
    .selectFrom('app_version')
    .selectAll()
    .where('app', '=', app)
    .where('platform', 'in', platforms)
    .where('state', '=', 'published')
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(app_target <> 'company' or exists (select 1 from company as target
        where target.id = any(app_version.company_ids) and ${isInBranch(sql`${companyPath ?? ''}`, 'target.path')}))`,
    )
    .orderBy('number_order', 'desc')
    .execute()
