import type { EnumValue } from '../../../enums.ts'
import { limits } from '../../../kernel/limits.ts'
import { branding } from '../session/session.schema.ts'
import {
  fileRef,
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
  type Static,
  pick,
} from '../../../kernel/schema.ts'

/** How many of each a company and all below it may have together; left out: no limit. */
const quotas = Type.Object(
  {
    accounts: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    projects: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    devices: optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    /** Megabytes of uploaded files. */
    storage: optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  },
  { additionalProperties: false },
)

export const companyRow = Type.Object({
  id: id(),
  type: oneOf('companyType'),
  name: Type.String(),
  orgCode: Type.String(),
  domain: nullable(Type.String()),
  /** The requested domain; the operating company decides (`decideDomain`). */
  domainRequested: nullable(Type.String()),
  parentId: nullable(id()),
  parentName: nullable(Type.String()),
  /** Names from the operating company down, joined by " › ". */
  companyPath: Type.String(),
  contacter: Type.String(),
  /** Masked, like the email in the detail; `unmask` shows both and is audited. */
  phone: nullable(Type.String()),
  country: nullable(Type.String()),
  province: nullable(Type.String()),
  city: nullable(Type.String()),
  region: nullable(Type.String()),
  address: nullable(Type.String()),
  adminAccount: nullable(Type.String()),
  adminAccountId: nullable(id()),
  adminVersion: nullable(Type.Integer()),
  expiresAt: nullable(instant()),
  enabled: Type.Boolean(),
  /** The outermost company above that is disabled or expired and so stops this one too, whatever its own state. */
  blockedBy: nullable(Type.Object({ company: Type.String(), reason: oneOf('companyBlock') })),
  companies: Type.Integer(),
  projects: Type.Integer(),
  devices: Type.Integer(),
  accounts: Type.Integer(),
  /** Bytes of uploaded files. */
  storage: Type.Integer(),
  lastLoginAt: nullable(instant()),
  ...tracked,
})
export type CompanyRow = Static<typeof companyRow>

export const companyPageInput = pageInput(
  {
    orgCode: optional(text(30)),
    contacter: optional(text(40)),
    enabled: optional(Type.Boolean()),
    parentId: optional(ref('company')),
    /** Expires within this many days; 0: already expired. */
    expiresWithin: optional(Type.Integer({ minimum: 0, maximum: 3_650 })),
    ...zoneFilter,
  },
  ['name', 'createdAt', 'expiresAt'],
)

/** What a company may change about itself; the rest is for companies above it. */
const ownFields = {
  name: text(80),
  contacter: text(40),
  phone: ruled('phone'),
  email: optional(ruled('email', { maxLength: 120 })),
  ...zoneFilter,
  address: optional(text(200)),
  timeZone: optional(text(60)),
  language: optional(Type.Unsafe<(typeof limits.languages)[number]>({ type: 'string', enum: [...limits.languages] })),
}

const domain = ruled('domain', { maxLength: 253 })

const companyFields = {
  ...ownFields,
  orgCode: ruled('orgCode'),
  domain: optional(domain),
  streetCode: optional(text(20)),
  licenceNo: optional(text(40)),
  licenceFile: optional(fileRef()),
  expiresAt: optional(instant()),
  quotas: optional(quotas),
}

/** Name, images and colours that its people see; anything left out is inherited from the company above. */
const brandFields = {
  platformName: optional(text(40)),
  bigFeatures: optional(fileRef()),
  smallFeatures: optional(fileRef()),
  loginLogo: optional(fileRef()),
  loginBgLogo: optional(fileRef()),
  primaryColour: optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  filingNotice: optional(text(200)),
  appDownloadUrl: optional(ruled('pushUrl', { maxLength: 300 })),
  supportPhone: optional(ruled('phone')),
  watermark: optional(Type.Boolean()),
}

/** A new company comes with its administrator, who gets everything that the creator may grant to such a company. */
export const companyCreateInput = input({
  parentId: optional(ref('company')),
  ...companyFields,
  ...brandFields,
  adminAccount: ruled('account'),
  adminName: text(40),
  adminPhone: optional(ruled('phone')),
})
/** A phone that is left out stays unchanged. So does an email if the caller lacks `account:unmask` and sees both masked; otherwise it is removed. */
const maskedFields = { phone: optional(ruled('phone')) }
export const companyUpdateInput = input({ id: ref('company'), version: version(), ...companyFields, ...maskedFields })
/** `domain` is the one that the caller saw: if another was requested meanwhile, it is not decided by this. */
export const companyDomainInput = input({ id: ref('company'), domain, agree: Type.Boolean() })
/** The list that a company is in, by its level. */
export const companyTypeOf = Type.Object({ type: oneOf('companyType') })
export const companyContact = Type.Object({ phone: nullable(Type.String()), email: nullable(Type.String()) })
export const companyRenewInput = input({ id: ref('company'), version: version(), expiresAt: instant() })
export const companyStaffInput = input({ id: ref('company'), keyword: optional(text(60)) })
export const companyAdministratorInput = input({ id: ref('company'), version: optional(version()), accountId: ref('account') })
export const companyDetail = Type.Object({
  ...companyRow.properties,
  email: nullable(Type.String()),
  streetCode: nullable(Type.String()),
  licenceNo: nullable(Type.String()),
  licenceFile: nullable(Type.String()),
  timeZone: Type.String(),
  language: Type.String(),
  quotas,
})

/** Shown once after an account was created or its password reset without a default password being set (readings.md). */
export const oneTimePassword = Type.Object({ id: id(), password: nullable(Type.String()) })

/** What disabling a company, or letting it expire, would stop. */
export const stopPreview = Type.Object({
  companies: Type.Integer(),
  accounts: Type.Integer(),
  sessions: Type.Integer(),
  projects: Type.Integer(),
  devices: Type.Integer(),
  openOrders: Type.Integer(),
  openAlarms: Type.Integer(),
})

export const companyConfig = Type.Object({
  companyId: id(),
  company: pick(companyDetail, [
    'name',
    'orgCode',
    'domain',
    'domainRequested',
    'contacter',
    'phone',
    'email',
    'country',
    'province',
    'city',
    'region',
    'address',
    'timeZone',
    'language',
    'version',
  ]),
  platformName: nullable(Type.String()),
  bigFeatures: nullable(Type.String()),
  smallFeatures: nullable(Type.String()),
  loginLogo: nullable(Type.String()),
  loginBgLogo: nullable(Type.String()),
  primaryColour: nullable(Type.String()),
  filingNotice: nullable(Type.String()),
  appDownloadUrl: nullable(Type.String()),
  supportPhone: nullable(Type.String()),
  /** Whether its people see their name and the time as a watermark on every page. */
  watermark: Type.Boolean(),
  /** The inherited values, used where nothing is set here; null for the operating company, which has none above it. */
  inherited: nullable(branding),
  version: Type.Integer(),
})
/** Only the operating company sets its own organisation code, because there is none above it. A domain is requested. */
export const companyInfoInput = input({
  version: version(),
  ...ownFields,
  ...maskedFields,
  orgCode: optional(ruled('orgCode')),
  domain: optional(domain),
})
export const companyConfigInput = input({ version: version(), ...brandFields })

export const companyKinds = ['distributor', 'agent_one', 'agent_two'] as const satisfies readonly EnumValue<'companyType'>[]
export type CompanyKind = (typeof companyKinds)[number]
