import { limits, type endpoints, type InputOf } from '@emberwatch/contract'

type CreateInput = InputOf<typeof endpoints.distributor.create>
type UpdateInput = InputOf<typeof endpoints.distributor.update>

/** What a form says about a company, as columns. A field left out is empty; time zone and language keep what they were. */
export const columnsOf = (
  input: CreateInput | UpdateInput,
  before: { time_zone: string; language: string } = { time_zone: 'Asia/Shanghai', language: limits.defaultLanguage },
) => ({
  name: input.name,
  org_code: input.orgCode,
  contacter: input.contacter,
  phone: input.phone,
  email: input.email ?? null,
  // A browser asks for it in lower case, and without the dot at the end.
  domain: input.domain?.toLowerCase().replace(/\.$/, '') ?? null,
  street_code: input.streetCode ?? null,
  licence_no: input.licenceNo ?? null,
  licence_file: input.licenceFile ?? null,
  country: input.country ?? null,
  province: input.province ?? null,
  city: input.city ?? null,
  region: input.region ?? null,
  address: input.address ?? null,
  time_zone: input.timeZone ?? before.time_zone,
  language: input.language ?? before.language,
  expires_at: input.expiresAt ?? null,
})
