import { DomainError, type CompanyKind } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { assertVersion } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import type { Purpose } from '../../base/file/purposes.ts'
import { domainOf } from './company.fields.ts'
import { lockCompany, type StoredCompany } from './company.store.ts'

/**
 * A company about to be changed, locked. Nobody edits, disables or deletes their own company or one above it.
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

/** Whether the settings list the domain or one that it is below. */
const isAllowed = ({ config }: Ctx, domain: string): boolean =>
  config.allowedDomains.some((allowed) => (allowed.startsWith('.') ? domain.endsWith(allowed) : domain === allowed))

/**
 * The domain columns after a form. Whoever has a host's domain shows the sign-in page there, so only the operating company, or the
 * settings, assign one. From anybody else it is a request, and the present domain stays until it is decided.
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

/** A new picture or document must be the caller's own upload for that purpose; the present one may stay. @throws DomainError noAccess */
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
