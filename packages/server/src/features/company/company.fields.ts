import type { endpoints, InputOf } from '@emberwatch/contract'

type CreateInput = InputOf<typeof endpoints.distributor.create>
type UpdateInput = InputOf<typeof endpoints.distributor.update>
type InfoInput = InputOf<typeof endpoints.companyConfig.updateInfo>

/** What holds where a form leaves it out: of the company itself, or of the one above for a new company. */
interface Before {
  readonly time_zone: string
  readonly language: string
}

/** A browser asks for a host in lower case. */
export const domainOf = (domain: string | undefined): string | null => domain?.toLowerCase() ?? null

/** What a company may say of itself, as columns. A field left out is empty; time zone and language keep what they were. */
export const infoColumnsOf = (input: CreateInput | UpdateInput | InfoInput, before: Before) => ({
  name: input.name,
  contacter: input.contacter,
  phone: input.phone,
  email: input.email ?? null,
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
  domain: domainOf(input.domain),
  street_code: input.streetCode ?? null,
  licence_no: input.licenceNo ?? null,
  licence_file: input.licenceFile ?? null,
  expires_at: input.expiresAt ?? null,
})
