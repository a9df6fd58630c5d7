import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, Optional, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface ProjectNotifierTable extends Tracked {
  id: Defaulted<number>
  project_id: number
  /** The order of calls, without gaps. */
  seq: number
  name: string
  phone: string
  email: Optional<string>
  role: EnumValue<'notifierRole'>
  methods: ('app' | 'sms' | 'voice' | 'mail')[]
  language: EnumValue<'callLanguage'>
  account_id: Optional<number>
  enabled: Defaulted<boolean>
}

/** What callers from a project say to identify themselves, and what they say under duress: sealed (migration 0111). */
export interface CallerPasswordTable {
  project_id: number
  password: Buffer
  duress: Optional<Buffer>
  updated_at: Instant
  updated_by: Optional<number>
}

export interface FloorPlanTable extends Tracked {
  id: Defaulted<number>
  project_id: number
  building: string
  floor: string
  /** A file's id. */
  image: string
}

export interface FloorPlanPinTable {
  device_id: number
  plan_id: number
  x: number
  y: number
}

/** A person responsible for the fire safety of a project. */
export interface ProjectPersonTable extends Tracked {
  id: Defaulted<number>
  project_id: number
  role: EnumValue<'projectPersonRole'>
  name: string
  organisation: Optional<string>
  phone: Optional<string>
  certificate_no: Optional<string>
  certificate_expires: Optional<string>
  remark: Optional<string>
}

export interface ProjectDocumentTable extends Tracked {
  id: Defaulted<number>
  project_id: number
  kind: EnumValue<'projectDocumentKind'>
  title: string
  /** Ids of stored files. */
  files: string[]
  valid_until: Optional<string>
  remark: Optional<string>
}

/** Records that people were notified of an expiry, by last day and number of days before it (migration 0054). */
export interface ExpiryNoticeTable {
  kind: string
  object_id: number
  expires: string
  days: number
  sent_at: Instant
}

export interface PlacesTables {
  project_person: ProjectPersonTable
  project_document: ProjectDocumentTable
  project_notifier: ProjectNotifierTable
  caller_password: CallerPasswordTable
  floor_plan: FloorPlanTable
  floor_plan_pin: FloorPlanPinTable
  expiry_notice: ExpiryNoticeTable
}

export const placesFacts = {
  project_person: {
    owner: 'project-person',
    scope: { through: ['project_id', 'project'] },
    published: 'role name organisation phone certificate_no certificate_expires',
  },
  project_document: {
    owner: 'project-document',
    scope: { through: ['project_id', 'project'] },
    published: 'kind title files valid_until remark',
  },
  project_notifier: {
    owner: 'project-notifier',
    scope: { through: ['project_id', 'project'] },
    published: 'seq name phone email role methods language account_id enabled',
  },
  caller_password: { owner: 'project-notifier', scope: { through: ['project_id', 'project'] }, published: '' },
  floor_plan: { owner: 'floor-plan', scope: { through: ['project_id', 'project'] }, published: 'building floor image' },
  expiry_notice: { owner: 'expiry-notice', scope: 'system' },
  floor_plan_pin: { owner: 'floor-plan', scope: { through: ['plan_id', 'floor_plan'] }, published: 'device_id x y' },
} as const satisfies FactsOf<PlacesTables>
