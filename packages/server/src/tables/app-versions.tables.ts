import type { EnumValue } from '@emberwatch/contract'
import type { Generated } from 'kysely'
import type { Defaulted, Instant, Optional, OptionalInstant, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface AppVersionTable extends Tracked {
  id: Defaulted<number>
  app: EnumValue<'appKind'>
  platform: EnumValue<'appPlatform'>
  version_number: string
  number_order: Generated<number>
  version_code: Optional<number>
  file_id: Optional<string>
  store_url: Optional<string>
  size: Optional<number>
  sha256: Optional<string>
  package_name: Optional<string>
  certificates: Defaulted<string[]>
  signed_by: Defaulted<string[]>
  min_sdk: Optional<number>
  key_changed: Defaulted<boolean>
  notes_zh: string
  notes_en: string
  upgrade_method: EnumValue<'upgradeMethod'>
  app_target: EnumValue<'appTarget'>
  company_ids: Defaulted<number[]>
  rollout_percent: Optional<number>
  min_supported: Optional<string>
  state: Defaulted<EnumValue<'appVersionState'>>
  reason: Optional<string>
  published_at: OptionalInstant
  published_by: Optional<number>
  withdrawn_at: OptionalInstant
  withdrawn_by: Optional<number>
  deleted_at: OptionalInstant
}

/** An installation that has asked for its next version. */
export interface AppInstallTable {
  app: EnumValue<'appKind'>
  platform: EnumValue<'appPlatform'>
  install_hash: Buffer
  version_number: string
  asked_at: Instant
  first_asked_at: Instant
  /** The address of the first question, kept for a day. */
  address: Optional<string>
}

export interface AppVersionsTables {
  app_version: AppVersionTable
  app_install: AppInstallTable
}

export const appVersionsFacts = {
  app_version: { owner: 'app-version', scope: 'everyone', marksDeleted: true },
  app_install: { owner: 'app-version', scope: 'system' },
} as const satisfies FactsOf<AppVersionsTables>
