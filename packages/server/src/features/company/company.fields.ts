import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

type CreateInput = InputOf<typeof endpoints.distributor.create>
type UpdateInput = InputOf<typeof endpoints.distributor.update>
type InfoInput = InputOf<typeof endpoints.companyConfig.updateInfo>

/** What holds where a form leaves it out: of the company itself, or of the one above for a new company. */
interface Before {
  readonly time_zone: string
  readonly language: string
  readonly phone: string | null
  readonly email: string | null
}

/** A browser asks for a host in lower case. */
export const domainOf = (domain: string | undefined): string | null => domain?.toLowerCase() ?? null

/** The contact that stays where a form leaves it out: anyone who sees an email only masked cannot send it back. */
export const keptContact = (
  { actor }: Pick<Ctx, 'actor'>,
  company: { readonly phone: string | null; readonly email: string | null },
) => ({
  phone: company.phone,
  email: actor.operations.has('account:unmask') ? null : company.email,
})

/** What a company may say of itself, as columns. A field left out is empty; time zone and language keep what they were, and so do phone and email, as `keptContact` has them. */
export const infoColumnsOf = (input: CreateInput | UpdateInput | InfoInput, before: Before) => ({
  name: input.name,
  contacter: input.contacter,
  phone: input.phone ?? before.phone,
  // Left out, it is what a caller keeps who sees it only masked.
  email: input.email ?? before.email,
  country: input.country ?? null,
  province: input.province ?? null,
  city: input.city ?? null,
  region: input.region ?? null,
  address: input.address ?? null,
  time_zone: input.timeZone ?? before.time_zone,
  language: input.language ?? before.language,
})

/** What a form of those above says about a company, as columns. */
export const columnsOf = (input: CreateInput | UpdateInput, before: Before) => ({
  ...infoColumnsOf(input, before),
  org_code: input.orgCode,
  street_code: input.streetCode ?? null,
  licence_no: input.licenceNo ?? null,
  licence_file: input.licenceFile ?? null,
  expires_at: input.expiresAt ?? null,
})
