import type { EnumValue } from '@emberwatch/contract'
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

export interface DeviceSeriesTable extends Tracked {
  id: Defaulted<number>
  code: string
  name: string
  network: EnumValue<'network'>
  image: Optional<string>
  manufacturer: Defaulted<string>
  certificate_no: Optional<string>
  certificate_expires: Optional<string>
  service_years: Optional<number>
  enabled: Defaulted<boolean>
}

export interface DeviceModelTable extends Tracked {
  id: Defaulted<number>
  series_id: number
  code: string
  name: string
  is_gateway: Defaulted<boolean>
  heartbeat_s: Defaulted<number>
  offline_after_s: Defaulted<number>
  low_battery_percent: Defaulted<number>
  enabled: Defaulted<boolean>
}

export interface GatewayTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  model_id: number
  code: string
  communication_code: Optional<string>
  name: string
  secret_hash: Buffer
  activated_at: OptionalInstant
  online: Defaulted<boolean>
  last_seen_at: OptionalInstant
  /** When it was last seen and when its silence is checked next, in milliseconds of the listening clock. */
  heard_ms: Defaulted<number>
  silence_due_ms: Defaulted<number>
  ip: Optional<string>
  port: Optional<number>
  signal: Optional<number>
  firmware: Optional<string>
  malformed_count: Defaulted<number>
  enabled: Defaulted<boolean>
  deleted_at: OptionalInstant
}

export interface DeviceTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  gateway_id: Optional<number>
  model_id: number
  code: string
  communication_code: Optional<string>
  name: string
  building: Optional<string>
  floor: Optional<string>
  room_number: Optional<string>
  place: Optional<string>
  online: Defaulted<boolean>
  low_power: Defaulted<boolean>
  battery: Optional<number>
  signal: Optional<number>
  last_values: JsonDefaulted<Record<string, unknown>>
  last_seen_at: OptionalInstant
  /** When it was last seen and when its silence is checked next, in milliseconds of the listening clock. */
  heard_ms: Defaulted<number>
  silence_due_ms: Defaulted<number>
  bound_at: OptionalInstant
  enabled: Defaulted<boolean>
  deleted_at: OptionalInstant
}

export interface DeviceUserTable {
  device_id: number
  account_id: number
  created_at: InstantNow
}

export interface WorkOrderTable extends Tracked, Owned {
  id: Defaulted<number>
  kind: EnumValue<'orderKind'>
  code: string
  customer_id: Optional<number>
  project_id: number
  status: EnumValue<'orderStatus'>
  origin: EnumValue<'orderOrigin'>
  priority: Defaulted<EnumValue<'orderPriority'>>
  description: string
  alarm_id: Optional<number>
  fault_id: Optional<number>
  due_at: OptionalInstant
  finished_at: OptionalInstant
  completed_by: Optional<number>
  complete_type: Optional<EnumValue<'completeType'>>
  complete_note: Optional<string>
  rating: Optional<number>
  appraisal: Optional<string>
  photos: Defaulted<string[]>
  complete_photos: Defaulted<string[]>
  deleted_at: OptionalInstant
}

export interface OrderEngineerTable {
  order_id: number
  account_id: number
}

export interface OrderDeviceTable {
  order_id: number
  device_id: number
  result: Optional<EnumValue<'completeType'>>
  note: Optional<string>
}

export interface OrderSiteTable {
  order_id: number
  site_id: number
  signed_at: OptionalInstant
  signed_by: Optional<number>
}

export interface OrderSignInTable {
  id: Defaulted<number>
  order_id: number
  site_id: number
  account_id: number
  at: Instant
  latitude: number
  longitude: number
  coordinate_system: EnumValue<'coordinateSystem'>
  accuracy_m: Optional<number>
  distance_m: Optional<number>
  result: EnumValue<'signInResult'>
  reason: Optional<string>
}

export interface OrderHistoryTable {
  id: Defaulted<number>
  order_id: number
  action: string
  from_status: Optional<EnumValue<'orderStatus'>>
  to_status: EnumValue<'orderStatus'>
  actor_id: Optional<number>
  on_behalf: Defaulted<boolean>
  engineer_ids: Defaulted<number[]>
  note: Optional<string>
  on_behalf_reason: Optional<string>
  at: InstantNow
}

export interface SitesTables {
  project_type: ProjectTypeTable
  project: ProjectTable
  sign_site: SignSiteTable
  device_series: DeviceSeriesTable
  device_model: DeviceModelTable
  gateway: GatewayTable
  device: DeviceTable
  device_user: DeviceUserTable
  work_order: WorkOrderTable
  order_engineer: OrderEngineerTable
  order_device: OrderDeviceTable
  order_site: OrderSiteTable
  order_sign_in: OrderSignInTable
  order_history: OrderHistoryTable
}

export const sitesFacts = {
  project_type: { owner: 'project', scope: 'everyone' },
  project: { owner: 'project', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  sign_site: { owner: 'project', scope: { path: 'path', customer: 'customer_id' } },
  device_series: { owner: 'device', scope: 'everyone' },
  device_model: { owner: 'device', scope: 'everyone' },
  gateway: { owner: 'device', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  device: { owner: 'device', scope: { path: 'path', customer: 'customer_id', device: 'id' }, marksDeleted: true },
  device_user: { owner: 'device', scope: { through: ['device_id', 'device'] } },
  work_order: { owner: 'order', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  order_engineer: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_device: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_site: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_sign_in: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_history: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
} as const satisfies FactsOf<SitesTables>
