import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, InstantNow, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

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

export interface DevicesTables {
  device_series: DeviceSeriesTable
  device_model: DeviceModelTable
  gateway: GatewayTable
  device: DeviceTable
  device_user: DeviceUserTable
}

export const devicesFacts = {
  device_series: { owner: 'device', scope: 'everyone' },
  device_model: { owner: 'device', scope: 'everyone' },
  gateway: { owner: 'device', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  device: { owner: 'device', scope: { path: 'path', customer: 'customer_id', device: 'id' }, marksDeleted: true },
  device_user: { owner: 'device', scope: { through: ['device_id', 'device'] } },
} as const satisfies FactsOf<DevicesTables>
