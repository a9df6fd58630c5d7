import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

const companies = (db: Db) => db.selectFrom('company').select(['id', 'path', 'type']).where('deleted_at', 'is', null)

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

/** The branding of a company and of those above it, its own first. */
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
    .where('company_id', 'in', path.split('.').map(Number))
    .orderBy(sql`length(path)`, 'desc')
    .execute()

/** A person who registered: disabled until the company's staff enable the account. */
export const insertRegistered = async (
  db: Db,
  account: {
    company_id: number
    path: string
    account: string
    name: string
    phone: string
    email: string | null
    password_hash: string
  },
): Promise<number> => {
  const row = await db
    .insertInto('account')
    .values({ ...account, type: 'user', enabled: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
