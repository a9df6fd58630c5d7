import {
  day,
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  ruled,
  text,
  tracked,
  Type,
  version,
  zoneFilter,
} from '../../../kernel/schema.ts'

export const customerRow = Type.Object({
  id: id(),
  name: Type.String(),
  type: oneOf('customerType'),
  /**
   * Contact, phone and email are masked here, and for private persons (type `person`) the name as well; `customer/unmask` shows
   * them and is audited.
   */
  contacter: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  companyId: id(),
  companyName: Type.String(),
  province: nullable(Type.String()),
  city: nullable(Type.String()),
  region: nullable(Type.String()),
  address: nullable(Type.String()),
  projects: Type.Integer(),
  devices: Type.Integer(),
  openAlarms: Type.Integer(),
  contractEnd: nullable(Type.String()),
  enabled: Type.Boolean(),
  ...tracked,
})

export const customerPageInput = pageInput(
  {
    type: optional(oneOf('customerType')),
    companyId: optional(ref('company')),
    enabled: optional(Type.Boolean()),
    ...zoneFilter,
  },
  ['name', 'createdAt', 'contractEnd'],
)

const customerFields = {
  name: text(80),
  type: oneOf('customerType'),
  contacter: optional(text(40)),
  phone: optional(ruled('phone')),
  email: optional(ruled('email', { maxLength: 120 })),
  identityNo: optional(text(40)),
  ...zoneFilter,
  address: optional(text(200)),
  notifyMethods: optional(Type.Array(oneOf('notifyMethod'), { uniqueItems: true, maxItems: 5 })),
  contractEnd: optional(day()),
  privacyConsentAt: optional(instant()),
  privacyVersion: optional(text(20)),
}
export const customerCreateInput = input({ companyId: optional(ref('company')), ...customerFields })
/**
 * Name, contact and phone that are left out stay unchanged, so that a caller who sees them masked can change the rest. So do email
 * and identity no. if the caller lacks `customer:unmask`; otherwise they are removed. Such a caller cannot change the type of a
 * private person either, because that would reveal the name.
 */
export const customerUpdateInput = input({
  id: ref('customer'),
  version: version(),
  ...customerFields,
  name: optional(text(80)),
})
export const customerDetail = Type.Object({
  ...customerRow.properties,
  country: nullable(Type.String()),
  /** Masked like the phone. */
  identityNo: nullable(Type.String()),
  notifyMethods: Type.Array(oneOf('notifyMethod')),
  privacyConsentAt: nullable(instant()),
  privacyVersion: nullable(Type.String()),
  /** If there are any, `contractEnd` is the last day of the one that ends last and cannot be entered. */
  contracts: Type.Integer(),
})

export const customerUnmasked = Type.Object({
  name: Type.String(),
  contacter: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  identityNo: nullable(Type.String()),
})
