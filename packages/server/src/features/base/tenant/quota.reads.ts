import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { branchOf, idsOf } from './branch.ts'

type Db = Kysely<Tables>
/** What is limited by quotas for a company and all below it. */
export type Quota = 'accounts' | 'projects' | 'devices' | 'storage'

/** The companies on a path with a quota of this kind, and the last company itself, outermost first, locked until the transaction ends. */
export const lockQuotas = (systemDb: Db, path: string, what: Quota, withLast: boolean) =>
  systemDb
    .selectFrom('company')
    .select(['id', 'name', 'path', 'quotas'])
    .where('id', 'in', idsOf(path))
    .where(sql<boolean>`(quotas ? ${what} or (${withLast} and path = ${path}))`)
    .orderBy(sql`length(path)`)
    .forNoKeyUpdate()
    .execute()

/** How many of these a company and all below it have; for storage, bytes. */
export const countBranch = async (systemDb: Db, path: string, what: Quota): Promise<number> => {
  const { n } = await branchOf(systemDb, path)
    .selectFrom('company_count')
    .select(sql<number>`coalesce(sum(${sql.ref(what)}), 0)::bigint`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
