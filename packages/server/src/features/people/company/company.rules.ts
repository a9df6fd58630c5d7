import { type CompanyKind, type EnumValue, pages, type endpoints, type InputOf, DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { assertVersion } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import type { Purpose } from '../../base/file/purposes.ts'
import { lockCompany, type StoredCompany } from './company.store.ts'

type CompanyType = EnumValue<'companyType'>

interface KindFacts {
  /** Its endpoints, operations and exports. */
  readonly name: 'distributor' | 'agentOne' | 'agentTwo'
  /** The types of companies that it may be below (domain.md, "Companies and scope"). */
  readonly parents: readonly CompanyType[]
  /** The page that lists them. */
  readonly page: string
}

/** What differs between the levels of companies. Everything else is shared code. */
export const companyKindFacts: Readonly<Record<CompanyKind, KindFacts>> = {
  distributor: { name: 'distributor', parents: ['siter'], page: pages.distributorList },
  agent_one: {
    name: 'agentOne',
    parents: ['siter', 'distributor'],
    page: pages.agentOneList,
  },
  agent_two: {
    name: 'agentTwo',
    parents: ['siter', 'distributor', 'agent_one'],
    page: pages.agentTwoList,
  },
}

type CreateInput = InputOf<typeof endpoints.distributor.create>
type UpdateInput = InputOf<typeof endpoints.distributor.update>
type InfoInput = InputOf<typeof endpoints.companyConfig.updateInfo>

/** The values kept if a form leaves them out: the company's own, or for a new company those of the company above. */
interface Before {
  readonly time_zone: string
  readonly language: string
  readonly phone: string | null
  readonly email: string | null
}

/** A browser requests a host in lower case. */
const domainOf = (domain: string | undefined): string | null => domain?.toLowerCase() ?? null

/** The contact that is kept if a form leaves it out: a caller who sees an email only masked cannot send it back. */
export const keptContact = (
  { actor }: Pick<Ctx, 'actor'>,
  company: { readonly phone: string | null; readonly email: string | null },
) => ({
  phone: company.phone,
  email: actor.operations.has('account:unmask') ? null : company.email,
})

/**
 * The columns that a company may set about itself. A field left out is cleared, except time zone, language and, as in `keptContact`, phone
 * and email.
 */
export const infoColumnsOf = (input: CreateInput | UpdateInput | InfoInput, before: Before) => ({
  name: input.name,
  contacter: input.contacter,
  phone: input.phone ?? before.phone,
  // If left out, it is kept for callers who see it only masked.
  email: input.email ?? before.email,
  country: input.country ?? null,
  province: input.province ?? null,
  city: input.city ?? null,
  region: input.region ?? null,
  address: input.address ?? null,
  time_zone: input.timeZone ?? before.time_zone,
  language: input.language ?? before.language,
})

/** The columns that companies above set in their form. */
export const columnsOf = (input: CreateInput | UpdateInput, before: Before) => ({
  ...infoColumnsOf(input, before),
  org_code: input.orgCode,
  street_code: input.streetCode ?? null,
  licence_no: input.licenceNo ?? null,
  licence_file: input.licenceFile ?? null,
  expires_at: input.expiresAt ?? null,
})

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
