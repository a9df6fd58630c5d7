import { sql, type Kysely } from 'kysely'
import { idsOf } from '../../base/tenant/tenant.reads.ts'
import { isStoppedItself, stopOf } from '../../base/tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

const companies = (db: Db) =>
  db.selectFrom('company').select(['id', 'path', 'type', 'name', 'org_code']).where('deleted_at', 'is', null)

export const operatingCompany = (db: Db) => companies(db).where('type', '=', 'siter').executeTakeFirstOrThrow()

export const companyById = (db: Db, id: number) => companies(db).where('id', '=', id).executeTakeFirst()

export const companyByDomain = (db: Db, domain: string) =>
  companies(db)
    .where(sql`lower(domain)`, '=', domain.toLowerCase())
    .executeTakeFirst()

export const companyByCode = (db: Db, code: string) =>
  companies(db)
    .where(sql`lower(org_code)`, '=', code.toLowerCase())
    .executeTakeFirst()

/** The branding of a company and its parents, its own first. */
export const brandingsOnPath = (db: Db, path: string) =>
  db
    .selectFrom('company_config')
    .select([
      'big_features',
      'small_features',
      'login_bg_logo',
      'login_logo',
      'platform_name',
      'filing_notice',
      'app_download_url',
      'primary_colour',
      'support_phone',
    ])
    .where('company_id', 'in', idsOf(path))
    .orderBy(sql`length(path)`, 'desc')
    .execute()

/** What is wrong with the outermost company on a path that has ended. Null if none has. */
export const endedCompanyOnPath = async (db: Db, path: string, now: Date) => {
  const company = await db
    .selectFrom('company')
    .select(['name', 'enabled', 'deleted_at', 'expires_at'])
    .where('id', 'in', idsOf(path))
    .where(isStoppedItself('company', now))
    .orderBy(sql`length(path)`)
    .executeTakeFirst()
  if (!company) return null
  const reason = stopOf(company, now) === 'disabled' ? 'companyDisabled' : 'companyExpired'
  return { name: company.name, reason } as const
}

/** How many registered accounts of a company wait to be enabled. Locks registration there until the transaction ends. */
export const countPendingRegistrations = async (systemDb: Db, companyId: number): Promise<number> => {
  await systemDb.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const { n } = await systemDb
    .selectFrom('account')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('pending', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
