import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Optional, OptionalInstant, Owned, Place, Tracked, Zone } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface ProjectTypeTable extends Tracked {
  id: Defaulted<number>
  code: string
  name_zh: string
  name_en: string
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
  due_at: OptionalInstant
  deleted_at: OptionalInstant
}

export interface SignSiteTable extends Tracked, Owned, Place {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: number
  name: string
  address: Defaulted<string>
  radius_m: Defaulted<number>
  enabled: Defaulted<boolean>
}

export interface ProjectsTables {
  project_type: ProjectTypeTable
  project: ProjectTable
  sign_site: SignSiteTable
}

export const projectsFacts = {
  project_type: { owner: 'project', scope: 'everyone' },
  project: { owner: 'project', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  sign_site: { owner: 'project', scope: { path: 'path', customer: 'customer_id' } },
} as const satisfies FactsOf<ProjectsTables>
