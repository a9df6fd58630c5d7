import { sql } from 'kysely'

/** For queries of `account`: in which language a person is written to and called, as they have chosen, or else their company has. */
export const accountLanguage = sql<string>`coalesce(account.language, (select company.language from company where company.id = account.company_id))`
