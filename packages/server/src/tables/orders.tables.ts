import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

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

export interface OrdersTables {
  work_order: WorkOrderTable
  order_engineer: OrderEngineerTable
  order_device: OrderDeviceTable
  order_site: OrderSiteTable
  order_sign_in: OrderSignInTable
  order_history: OrderHistoryTable
}

export const ordersFacts = {
  work_order: { owner: 'order', scope: { path: 'path', customer: 'customer_id' }, marksDeleted: true },
  order_engineer: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_device: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_site: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_sign_in: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_history: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
} as const satisfies FactsOf<OrdersTables>
