import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, Json, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** The targets of a task before it is frozen: one of these fields, by its type. */
export interface UpgradeTarget {
  readonly companyIds?: readonly number[]
  readonly projectIds?: readonly number[]
  readonly deviceIds?: readonly number[]
  readonly gatewayIds?: readonly number[]
  readonly filter?: Readonly<Record<string, unknown>>
}

type Counter = `n_${EnumValue<'upgradeDeviceState'>}`

export interface UpgradeTaskTable extends Tracked, Owned, Record<Counter, Defaulted<number>> {
  id: Defaulted<number>
  name: string
  edition_id: number
  state: Defaulted<EnumValue<'upgradeTaskState'>>
  approval: Defaulted<EnumValue<'upgradeApproval'>>
  requested_by: Optional<number>
  requested_for: Optional<number>
  requested_at: OptionalInstant
  decided_by: Optional<number>
  decided_at: OptionalInstant
  decision_note: Optional<string>
  target_type: EnumValue<'upgradeTargetType'>
  target: Json<UpgradeTarget>
  initial_version: Optional<string>
  allow_downgrade: Defaulted<boolean>
  method: Defaulted<EnumValue<'upgradeMethod'>>
  starts_at: OptionalInstant
  window_from: Optional<number>
  window_to: Optional<number>
  waves: JsonDefaulted<readonly number[]>
  wave: Defaulted<number>
  wave_started_at: OptionalInstant
  /** For the current wave: its number of devices, and the results since it began or was resumed. */
  wave_size: Defaulted<number>
  wave_succeeded: Defaulted<number>
  wave_failed: Defaulted<number>
  success_share: Defaulted<number>
  failure_share: Defaulted<number>
  retries: Defaulted<number>
  retry_after_s: Defaulted<number>
  min_battery: Optional<number>
  min_signal: Optional<number>
  /** Why the task suspended itself; null if a person suspended it. */
  stopped_by: Optional<EnumValue<'upgradeStop'>>
  stopped_at: OptionalInstant
  remark: Defaulted<string>
  frozen_at: OptionalInstant
  started_at: OptionalInstant
  ended_at: OptionalInstant
  /** When a device of the task last reported anything about it. */
  heard_at: OptionalInstant
  n_total: Defaulted<number>
  deleted_at: OptionalInstant
}

export interface UpgradeDeviceTable extends Owned {
  id: Defaulted<number>
  task_id: number
  customer_id: Optional<number>
  project_id: Optional<number>
  gateway_id: number
  /** Null: the gateway itself. */
  device_id: Optional<number>
  point: string
  code: string
  wave: number
  state: Defaulted<EnumValue<'upgradeDeviceState'>>
  initial_version: Optional<string>
  from_version: Optional<string>
  step_edition_id: Optional<number>
  step_version: Optional<string>
  to_version: string
  percent: Optional<number>
  attempts: Defaulted<number>
  tries: Defaulted<number>
  hold: Optional<EnumValue<'upgradeHold'>>
  failure: Optional<EnumValue<'upgradeFailure'>>
  error: Optional<string>
  offer: Optional<string>
  token_hash: Optional<Buffer>
  bytes_out: Defaulted<number>
  battery: Optional<number>
  signal: Optional<number>
  claimed_at: OptionalInstant
  not_before: OptionalInstant
  due_at: OptionalInstant
  /** When the offer was sent to its gateway. Null: still to be sent. */
  published_at: OptionalInstant
  offered_at: OptionalInstant
  started_at: OptionalInstant
  ended_at: OptionalInstant
  heard_at: OptionalInstant
}

export interface UpgradeSignalTable {
  id: Defaulted<number>
  at: Instant
  gateway_id: number
  /** As it was sent. Null: the gateway itself. */
  device_code: Optional<string>
  kind: 'progress' | 'ask' | 'heartbeat'
  offer: Optional<string>
  state: Optional<string>
  percent: Optional<number>
  error: Optional<string>
  firmware: Optional<string>
  hardware: Optional<string>
  battery: Optional<number>
  signal: Optional<number>
  tries: Defaulted<number>
  /** When and why it was set aside because it could not be applied. Kept for people to read. */
  given_up_at: OptionalInstant
  problem: Optional<string>
}

/** The devices of a task by wave, state and reason. Maintained by triggers (migration 0062). */
export interface UpgradeCountTable {
  task_id: number
  wave: number
  state: EnumValue<'upgradeDeviceState'>
  hold: Optional<EnumValue<'upgradeHold'>>
  failure: Optional<EnumValue<'upgradeFailure'>>
  count: number
}

export interface UpgradesTables {
  upgrade_task: UpgradeTaskTable
  upgrade_device: UpgradeDeviceTable
  upgrade_count: UpgradeCountTable
  upgrade_signal: UpgradeSignalTable
}

export const upgradesFacts = {
  upgrade_task: { owner: 'upgrade', scope: { path: 'path', creator: 'created_by' }, marksDeleted: true },
  upgrade_device: { owner: 'upgrade', scope: { path: 'path', customer: 'customer_id', project: 'project_id' } },
  upgrade_count: { owner: 'upgrade', scope: 'system' },
  upgrade_signal: { owner: 'upgrade', scope: 'system' },
} as const satisfies FactsOf<UpgradesTables>
