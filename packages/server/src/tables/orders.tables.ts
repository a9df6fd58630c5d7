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
  feedback_id: Optional<number>
  /** The inspection or maintenance order that it follows from. */
  source_order_id: Optional<number>
  /** The due day of the project's plan, YYYY-MM-DD. */
  plan_due_on: Optional<string>
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
  result: Optional<EnumValue<'orderResult'>>
  note: Optional<string>
  value: Optional<string>
  method: Optional<string>
  expected: Optional<string>
  actual: Optional<string>
  gateway_id: Optional<number>
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

/** What a customer wrote. */
export interface UserFeedbackTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: number
  device_id: Optional<number>
  state: Defaulted<EnumValue<'feedbackState'>>
  content: string
  photos: Defaulted<string[]>
  first_reply_at: OptionalInstant
  handled_at: OptionalInstant
  handled_by: Optional<number>
  handled_note: Optional<string>
  order_id: Optional<number>
}

export interface UserFeedbackReplyTable {
  id: Defaulted<number>
  feedback_id: number
  content: string
  account_id: Optional<number>
  at: Instant
}

export interface OrdersTables {
  work_order: WorkOrderTable
  order_engineer: OrderEngineerTable
  order_device: OrderDeviceTable
  order_site: OrderSiteTable
  order_sign_in: OrderSignInTable
  order_history: OrderHistoryTable
  user_feedback: UserFeedbackTable
  user_feedback_reply: UserFeedbackReplyTable
}

export const ordersFacts = {
  work_order: {
    owner: 'order',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id', order: 'id', creator: 'created_by' },
    marksDeleted: true,
  },
  order_engineer: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_device: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_site: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_sign_in: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  order_history: { owner: 'order', scope: { through: ['order_id', 'work_order'] } },
  user_feedback: {
    owner: 'user-feedback',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
  },
  user_feedback_reply: { owner: 'user-feedback', scope: { through: ['feedback_id', 'user_feedback'] } },
} as const satisfies FactsOf<OrdersTables>
