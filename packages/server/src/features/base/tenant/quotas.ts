import { sql, type Kysely } from 'kysely'
import { DomainError } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import { branchOf, idsOf } from './tenant.reads.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fieldName } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'

type Db = Kysely<Tables>
/** What is limited by quotas for a company and all below it. */
export type Quota = 'accounts' | 'projects' | 'devices' | 'storage'

/** The companies on a path with a quota of this kind, and the last company itself, outermost first, locked until the transaction ends. */
const lockQuotas = (systemDb: Db, path: string, what: Quota, withLast: boolean) =>
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

const nameOf: Record<Quota, string> = { accounts: 'accounts', projects: 'projects', devices: 'deviceCount', storage: 'storageMb' }
/** Storage quotas are in megabytes, while usage is counted in bytes. */
const unitOf = (what: Quota): number => (what === 'storage' ? 1_048_576 : 1)

/** The default from the settings for a company without its own quota; the operating company has none. */
const defaultOf = ({ config }: Ctx, path: string, what: Quota): number | undefined =>
  what === 'storage' && path.includes('.') && config.settings.defaultStorageMb > 0 ? config.settings.defaultStorageMb : undefined

/**
 * Refuses what would exceed the quota of any company on `path`. Call it in the write that adds, after its rows are inserted, or before with
 * `adding`. Companies with a quota stay locked until the commit, so that concurrent writers cannot exceed it together.
 * @throws DomainError quotaReached naming the company
 */
export const assertQuota = async (ctx: Ctx, write: Write, path: string, what: Quota, adding = 0): Promise<void> => {
  // Not scoped: quotas of companies above count too.
  const byDefault = defaultOf(ctx, path, what)
  for (const company of await lockQuotas(write.systemDb, path, what, byDefault !== undefined)) {
    const limit = company.quotas[what] ?? (company.path === path ? byDefault : undefined)
    if (limit === undefined) continue
    const used = await countBranch(write.systemDb, company.path, what)
    if (used + adding > limit * unitOf(what))
      throw new DomainError('quotaReached', { company: company.name, limit, what: fieldName(ctx.locale, nameOf[what]) })
  }
}
