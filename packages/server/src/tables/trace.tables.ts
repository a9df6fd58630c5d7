import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** One step in the life of a device or gateway. Append-only. Owner and code are those at that step. */
export interface DeviceTraceTable extends Owned {
  id: Defaulted<number>
  at: Instant
  customer_id: Optional<number>
  project_id: Optional<number>
  device_id: Optional<number>
  gateway_id: Optional<number>
  code: string
  step: EnumValue<'traceStep'>
  from_place: Optional<string>
  to_place: Optional<string>
  order_id: Optional<number>
  note: Optional<string>
  /** Only for a failed upgrade. */
  failure: Optional<EnumValue<'upgradeFailure'>>
  source: EnumValue<'traceSource'>
  actor_id: Optional<number>
}

/** A batch that is being recalled. */
export interface RecallTable extends Tracked, Owned {
  id: Defaulted<number>
  batch: string
  model_id: Optional<number>
  reason: string
  state: Defaulted<EnumValue<'recallState'>>
  closed_at: OptionalInstant
  close_note: Optional<string>
}

export interface RecallNotifiedTable {
  id: Defaulted<number>
  recall_id: number
  company_id: number
  customer_id: Optional<number>
  note: string
  told_at: Instant
  told_by: Optional<number>
}

export interface TraceTables {
  device_trace: DeviceTraceTable
  recall: RecallTable
  recall_told: RecallNotifiedTable
}

export const traceFacts = {
  device_trace: {
    owner: 'product-trace',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id', creator: 'actor_id' },
    published: 'at device_id gateway_id step',
  },
  recall: { owner: 'recall', scope: { path: 'path', creator: 'created_by' } },
  recall_told: { owner: 'recall', scope: { through: ['recall_id', 'recall'] } },
} as const satisfies FactsOf<TraceTables>
