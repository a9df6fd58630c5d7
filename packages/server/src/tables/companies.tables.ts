import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked, Zone } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface CompanyTable extends Tracked, Zone {
  id: Defaulted<number>
  parent_id: Optional<number>
  path: string
  type: EnumValue<'companyType'>
  name: string
  org_code: string
  domain: Optional<string>
  /** Requested, but not yet approved by the operating company. */
  domain_requested: Optional<string>
  street_code: Optional<string>
  licence_no: Optional<string>
  licence_file: Optional<string>
  contacter: Defaulted<string>
  phone: Optional<string>
  email: Optional<string>
  address: Optional<string>
  time_zone: Defaulted<string>
  language: Defaulted<string>
  quotas: JsonDefaulted<Record<string, number>>
  expires_at: OptionalInstant
  enabled: Defaulted<boolean>
  admin_account_id: Optional<number>
  deleted_at: OptionalInstant
}

/**
 * Maintained by triggers (migrations 0004 and 0009): counts the company's own rows, without companies below it. `companies` counts the
 * company itself until it is deleted.
 */
export interface CompanyCountTable {
  company_id: number
  path: string
  companies: Defaulted<number>
  accounts: Defaulted<number>
  projects: Defaulted<number>
  devices: Defaulted<number>
  /** Bytes of its uploads (migration 0022). */
  storage: Defaulted<number>
}

export interface CompanyNoticeTable {
  company_id: number
  expires_at: Instant
  days: number
  sent_at: Instant
}

export interface CompanyConfigTable extends Tracked, Owned {
  platform_name: Optional<string>
  big_features: Optional<string>
  small_features: Optional<string>
  login_logo: Optional<string>
  login_bg_logo: Optional<string>
  primary_colour: Optional<string>
  filing_notice: Optional<string>
  app_download_url: Optional<string>
  support_phone: Optional<string>
  watermark: Defaulted<boolean>
}

export interface CompaniesTables {
  company: CompanyTable
  company_config: CompanyConfigTable
  company_count: CompanyCountTable
  company_notice: CompanyNoticeTable
}

export const companiesFacts = {
  company: {
    owner: 'company',
    scope: { path: 'path', ownCompany: 'id' },
    marksDeleted: true,
    published: `parent_id type name org_code contacter phone time_zone language quotas expires_at enabled created_at
      updated_by`,
  },
  company_config: {
    owner: 'company',
    scope: { path: 'path', ownCompany: 'company_id' },
    published: `platform_name big_features small_features login_logo login_bg_logo primary_colour filing_notice app_download_url
      support_phone watermark updated_by`,
  },
  company_count: { owner: 'company', scope: { path: 'path' }, published: 'accounts projects devices storage' },
  company_notice: { owner: 'company', scope: 'system' },
} as const satisfies FactsOf<CompaniesTables>
