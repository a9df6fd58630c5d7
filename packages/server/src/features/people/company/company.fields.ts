import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

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
export const domainOf = (domain: string | undefined): string | null => domain?.toLowerCase() ?? null

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
