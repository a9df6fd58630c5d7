import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { fieldName } from '../../platform/i18n.ts'
import type { Write } from '../../platform/transact.ts'
import { countBranch, lockQuotas, type Quota } from './quota.reads.ts'

const nameOf: Record<Quota, string> = { accounts: 'accounts', projects: 'projects', devices: 'deviceCount', storage: 'storageMb' }
/** A quota of storage is in megabytes, what is counted in bytes. */
const unitOf = (what: Quota): number => (what === 'storage' ? 1_048_576 : 1)

/** What the settings give a company without a quota of its own; the operating company has none. */
const defaultOf = ({ config }: Ctx, path: string, what: Quota): number | undefined =>
  what === 'storage' && path.includes('.') && config.settings.defaultStorageMb > 0 ? config.settings.defaultStorageMb : undefined

/**
 * Refuses what would exceed the quota of any company on `path`. To be called in the write that adds, after its rows are inserted or with
 * `adding` before: the companies with a quota stay locked until commit, so that two writers together exceed nothing.
 * @throws DomainError quotaReached naming the company
 */
export const assertQuota = async (ctx: Ctx, write: Write, path: string, what: Quota, adding = 0): Promise<void> => {
  // Without scope: the quotas of companies above count as well.
  const byDefault = defaultOf(ctx, path, what)
  for (const company of await lockQuotas(write.systemDb, path, what, byDefault !== undefined)) {
    const limit = company.quotas[what] ?? (company.path === path ? byDefault : undefined)
    if (limit === undefined) continue
    const used = await countBranch(write.systemDb, company.path, what)
    if (used + adding > limit * unitOf(what))
      throw new DomainError('quotaReached', { company: company.name, limit, what: fieldName(ctx.locale, nameOf[what]) })
  }
}
