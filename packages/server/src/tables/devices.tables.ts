import type { EnumValue } from '@emberwatch/contract'
import type {
  Defaulted,
  Instant,
  InstantNow,
  Json,
  JsonDefaulted,
  Optional,
  OptionalInstant,
  Owned,
  Place,
  Tracked,
} from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface DeviceSeriesTable extends Tracked {
  id: Defaulted<number>
  code: string
  name: string
  network: EnumValue<'network'>
  category: Defaulted<EnumValue<'deviceCategory'>>
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
  protocol: Defaulted<EnumValue<'modelProtocol'>>
  codec_version: Optional<string>
  supervision: Defaulted<EnumValue<'supervision'>>
  battery_type: Optional<string>
  test_method: Optional<string>
  manual_file: Optional<string>
  /** Public key of the firmware's maker, raw in base64. */
  maker_key: Optional<string>
  resend_unanswered: Defaulted<boolean>
  enabled: Defaulted<boolean>
}

/** What the factory recorded. */
export interface OriginColumns {
  batch: Optional<string>
  produced_on: Optional<string>
  production_line: Optional<string>
  qc_result: Optional<EnumValue<'qcResult'>>
  qc_inspector: Optional<string>
  box: Optional<string>
  pallet: Optional<string>
  warehoused_on: Optional<string>
  shipped_on: Optional<string>
}

export interface GatewayTable extends Tracked, Owned, OriginColumns {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  model_id: number
  code: string
  communication_code: Optional<string>
  /** Its address on a link, with the protocol of its model: `gb26875:140`. Null: it signs in with a secret. */
  link_address: Optional<string>
  /** Addresses and networks that its link may come from. Empty: any. */
  allowed_sources: Defaulted<string[]>
  /** The key of its link, sealed (platform/secret-box.ts). Null: it sends in the clear. */
  link_key: Optional<Buffer>
  name: string
  secret_hash: Buffer
  /** The secret before, if the gateway has signed in; the database keeps it. */
  former_secret_hash: Optional<Buffer>
  refused_at: OptionalInstant
  refused_reason: Optional<EnumValue<'signInRefusal'>>
  activated_at: OptionalInstant
  online: Defaulted<boolean>
  last_seen_at: OptionalInstant
  /** When it was last seen, and when its silence is checked next: milliseconds of the listening clock. */
  heard_ms: Defaulted<number>
  silence_due_ms: Defaulted<number>
  /** Offline without a fault: not heard yet since it came to its place. */
  awaited: Defaulted<boolean>
  ip: Optional<string>
  port: Optional<number>
  signal: Optional<number>
  firmware: Optional<string>
  hardware: Optional<string>
  malformed_count: Defaulted<number>
  iccid: Optional<string>
  sim_expires: Optional<string>
  bound_at: OptionalInstant
  stocked_at: InstantNow
  enabled: Defaulted<boolean>
  disabled_reason: Optional<string>
  deleted_at: OptionalInstant
}

/** Each change of a gateway's online state. */
export interface GatewayLinkTable {
  id: Defaulted<number>
  gateway_id: number
  online: boolean
  /** Since when, counting only time in which the system could receive. */
  at: Instant
  noticed_at: InstantNow
  cause: EnumValue<'gatewayLinkCause'>
}

export interface DeviceTable extends Tracked, Owned, Place, OriginColumns {
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
  /** Words chosen on site, to find it by. */
  tags: Defaulted<string[]>
  /** Null: its model is not supervised. */
  online: Optional<boolean>
  low_power: Defaulted<boolean>
  battery: Optional<number>
  signal: Optional<number>
  last_values: JsonDefaulted<Record<string, unknown>>
  last_seen_at: OptionalInstant
  /** When it was last seen, and when its silence is checked next: milliseconds of the listening clock. */
  heard_ms: Defaulted<number>
  silence_due_ms: Defaulted<number>
  /** Offline without a fault: not heard yet since it came to its place. */
  awaited: Defaulted<boolean>
  bound_at: OptionalInstant
  firmware: Optional<string>
  hardware: Optional<string>
  imei: Optional<string>
  installed_on: Optional<string>
  replace_by: Optional<string>
  warranty_until: Optional<string>
  stocked_at: InstantNow
  /**
   * False: disabled. Disabled devices are marked and enabled again automatically (`disabled_until`). Their alarms are stored and shown like
   * all others.
   */
  enabled: Defaulted<boolean>
  disabled_reason: Optional<string>
  disabled_until: OptionalInstant
  scrapped_at: OptionalInstant
  scrap_reason: Optional<string>
  /** The device that this one replaced. */
  replaces_id: Optional<number>
  sampled_at: OptionalInstant
  deleted_at: OptionalInstant
}

/** A period in which a device was disabled. */
export interface DeviceDisablementTable {
  id: Defaulted<number>
  device_id: number
  reason: string
  from_at: Instant
  until_at: Instant
  ended_at: OptionalInstant
  created_by: Optional<number>
}

export interface DeviceNotifierTable extends Tracked {
  id: Defaulted<number>
  device_id: number
  name: string
  phone: string
  methods: Defaulted<string[]>
  language: Defaulted<string>
  enabled: Defaulted<boolean>
}

export interface DeviceOnlineTable {
  id: Defaulted<number>
  device_id: number
  online: boolean
  at: Instant
}

/** Sampled readings of a device. */
export interface DeviceValueTable {
  device_id: number
  at: Instant
  values: Json<Record<string, unknown>>
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
  gateway_link: GatewayLinkTable
  device: DeviceTable
  device_user: DeviceUserTable
  device_disablement: DeviceDisablementTable
  device_notifier: DeviceNotifierTable
  device_online: DeviceOnlineTable
  device_value: DeviceValueTable
}

export const devicesFacts = {
  device_series: { owner: 'device-model', scope: 'everyone', published: 'name network' },
  device_model: {
    owner: 'device-model',
    scope: 'everyone',
    published: `series_id code name is_gateway heartbeat_s offline_after_s low_battery_percent protocol test_method maker_key
      resend_unanswered enabled`,
  },
  gateway: {
    owner: 'gateway',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id', creator: 'created_by' },
    marksDeleted: true,
    published: `model_id code link_address allowed_sources link_key name secret_hash former_secret_hash activated_at online last_seen_at signal firmware hardware bound_at enabled
      disabled_reason`,
  },
  device: {
    owner: 'device',
    scope: { path: 'path', customer: 'customer_id', device: 'id', project: 'project_id', creator: 'created_by' },
    marksDeleted: true,
    published: `gateway_id model_id code communication_code name building floor room_number place online low_power battery signal
      last_seen_at bound_at firmware hardware replace_by stocked_at enabled disabled_reason scrapped_at scrap_reason
      replaces_id created_at longitude latitude coordinate_system batch`,
  },
  gateway_link: { owner: 'gateway', scope: { through: ['gateway_id', 'gateway'], since: 'at' } },
  device_user: { owner: 'device', scope: { through: ['device_id', 'device'] }, published: 'account_id' },
  device_disablement: {
    owner: 'device',
    scope: { through: ['device_id', 'device'], since: 'from_at' },
    published: 'from_at until_at ended_at',
  },
  device_notifier: {
    owner: 'device',
    scope: { through: ['device_id', 'device'] },
    published: 'name phone methods language enabled',
  },
  device_online: { owner: 'device', scope: { through: ['device_id', 'device'], since: 'at' } },
  device_value: { owner: 'device', scope: { through: ['device_id', 'device'], since: 'at' } },
} as const satisfies FactsOf<DevicesTables>
