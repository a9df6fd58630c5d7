import type { ActiveHours, EnumValue } from '@emberwatch/contract'
import type { ColumnType } from 'kysely'
import type {
  Defaulted,
  Instant,
  InstantNow,
  JsonDefaulted,
  Optional,
  OptionalInstant,
  Owned,
  Place,
  Tracked,
  Zone,
} from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface ProjectTypeTable extends Tracked {
  id: Defaulted<number>
  code: string
  name_zh: string
  name_en: string
  /** Defaults for new projects of this type. */
  maintenance_years: Optional<number>
  inspection_cycle_days: Optional<number>
  maintenance_cycle_days: Optional<number>
  enabled: Defaulted<boolean>
}

export interface ProjectTable extends Tracked, Owned, Zone, Place {
  id: Defaulted<number>
  customer_id: number
  code: string
  name: string
  type_id: number
  status: Defaulted<EnumValue<'projectStatus'>>
  audit: Defaulted<EnumValue<'auditState'>>
  stopped: Defaulted<boolean>
  stopped_reason: Optional<string>
  address: Defaulted<string>
  time_zone: Defaulted<string>
  phone: Optional<string>
  maintenance_years: number
  inspection_cycle_days: number
  maintenance_cycle_days: number
  notify_methods: Defaulted<string[]>
  /** When nobody is woken except for a fire; null: never. */
  quiet_hours: ColumnType<ActiveHours | null, string | null | undefined, string | null>
  /** The premises are called before a fire counts as one. */
  call_first: Defaulted<boolean>
  verify_asked_by: Optional<string>
  verify_within_s: Optional<number>
  due_at: OptionalInstant
  /** When the plans of inspection and maintenance started. */
  maintained_since: OptionalInstant
  building: JsonDefaulted<Record<string, unknown>>
  applied_at: InstantNow
  applied_by: Optional<number>
  /** The person who had signed in as the applicant. */
  applied_for: Optional<number>
  /** The applicant's company; a company above it decides. */
  applicant_path: Optional<string>
  decided_at: OptionalInstant
  decided_by: Optional<number>
  reject_reason: Optional<string>
  deleted_at: OptionalInstant
}

export interface ProjectAdminTable {
  project_id: number
  account_id: number
}

/** A period in which signals of a project, or of a part of it, are marked as a test. */
export interface ProjectTestTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: number
  from_at: Instant
  to_at: Instant
  whole: boolean
  device_ids: Defaulted<number[]>
  gateway_ids: Defaulted<number[]>
  reason: string
  requested_by: string
  identity_check: EnumValue<'identityCheck'>
  ended_at: OptionalInstant
  ended_by: Optional<number>
}

export interface SignSiteTable extends Tracked, Owned, Place {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: number
  name: string
  address: Defaulted<string>
  radius_m: Defaulted<number>
  floor: Optional<string>
  /** The content of the QR code or NFC tag on site. */
  tag_code: Defaulted<string>
  enabled: Defaulted<boolean>
}

/** A company that applies to join another company's project, or has joined it (migration 0054). */
export interface ProjectJoinTable extends Tracked, Owned {
  id: Defaulted<number>
  project_id: number
  /** The project's owner when it was agreed; a later owner has not agreed. */
  agreed_company_id: Optional<number>
  joiner_id: number
  state: Defaulted<EnumValue<'joinState'>>
  rights: Defaulted<EnumValue<'joinRight'>[]>
  valid_until: OptionalInstant
  note: Defaulted<string>
  reason: Defaulted<string>
  applied_by: Optional<number>
  decided_at: OptionalInstant
  decided_by: Optional<number>
  ended_at: OptionalInstant
  ended_by: Optional<number>
}

export interface ProjectsTables {
  project_type: ProjectTypeTable
  project: ProjectTable
  project_admin: ProjectAdminTable
  project_test: ProjectTestTable
  sign_site: SignSiteTable
  project_join: ProjectJoinTable
}

export const projectsFacts = {
  project_type: { owner: 'project', scope: 'everyone', published: 'name_zh name_en' },
  project: {
    owner: 'project',
    scope: { path: 'path', customer: 'customer_id', project: 'id' },
    marksDeleted: true,
    published: `code name type_id status audit stopped address time_zone phone inspection_cycle_days maintenance_cycle_days quiet_hours
      verify_asked_by verify_within_s due_at maintained_since building created_at created_by province longitude latitude
      coordinate_system`,
  },
  project_admin: { owner: 'project', scope: { through: ['project_id', 'project'] }, published: 'account_id' },
  project_test: {
    owner: 'project',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'from_at to_at whole device_ids gateway_ids ended_at',
  },
  sign_site: {
    owner: 'sign-site',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'name address radius_m enabled longitude latitude coordinate_system tag_code',
  },
  project_join: {
    owner: 'project-join',
    scope: { path: 'path', project: 'project_id', joiner: 'joiner_id' },
    published: 'agreed_company_id state rights valid_until',
  },
} as const satisfies FactsOf<ProjectsTables>
