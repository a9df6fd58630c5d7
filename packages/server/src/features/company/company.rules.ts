import { DomainError, type CompanyKind } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { assertVersion } from '../../platform/rows/rows.ts'
import type { Write } from '../../platform/transact.ts'
import { isOwnUpload } from '../file/file.reads.ts'
import type { Purpose } from '../file/purposes.ts'
import { domainOf } from './company.fields.ts'
import { lockCompany, type StoredCompany } from './company.store.ts'

/**
 * A company about to be changed, locked. A company neither edits, disables nor deletes itself or one above it.
 * @throws DomainError notFound, noAccess, staleVersion
 */
export const lockBelow = async (
  ctx: Ctx,
  write: Write,
  kind: CompanyKind,
  { id, version }: { readonly id: number; readonly version?: number },
  purpose: 'change' | 'delete' = 'change',
): Promise<StoredCompany> => {
  const company = await lockCompany(write, kind, id, purpose)
  const { companyPath } = ctx.actor
  if (company.path === companyPath || !isBelow(company.path, companyPath)) throw new DomainError('noAccess')
  await assertVersion(write, 'company', company, version)
  return company
}

/** Is the domain listed in the settings, by itself or as one below a listed one? */
const isAllowed = ({ config }: Ctx, domain: string): boolean =>
  config.allowedDomains.some((allowed) => (allowed.startsWith('.') ? domain.endsWith(allowed) : domain === allowed))

/**
 * What a form's domain comes to: people who reach the console under a host see the sign-in page of the company that has it, so it is the operating
 * company that gives one, or the settings do. From anybody else it is a request, and the domain until then stays.
 */
export const domainColumns = (
  ctx: Ctx,
  entered: string | undefined,
  before: { readonly domain: string | null } = { domain: null },
): { domain: string | null; domain_requested: string | null } => {
  const wanted = domainOf(entered)
  if (wanted === null || wanted === before.domain || ctx.actor.accountType === 'siter' || isAllowed(ctx, wanted))
    return { domain: wanted, domain_requested: null }
  return { domain: before.domain, domain_requested: wanted }
}

/** A picture or document that is put in must be one's own upload for that purpose; the one that is there already may stay. @throws DomainError noAccess */
export const assertOwnFile = async (
  ctx: Ctx,
  field: string,
  id: string | undefined,
  before: string | null,
  purposes: readonly Purpose[],
): Promise<void> => {
  if (id === undefined || id === before) return
  for (const purpose of purposes) if (await isOwnUpload(ctx, id, purpose)) return
  throw new DomainError('noAccess', {}, field)
}
