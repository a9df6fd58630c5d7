import type { CheckItem, EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
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
  /** The inspection or maintenance order that it resulted from. */
  source_order_id: Optional<number>
  /** The due day of the project's plan, YYYY-MM-DD. */
  plan_due_on: Optional<string>
  scheduled_from: OptionalInstant
  scheduled_to: OptionalInstant
  due_at: OptionalInstant
  /** When an engineer first received or refused it. */
  first_response_at: OptionalInstant
  /** For an order on hold: the status it returns to, and when it does so automatically. */
  held_from: Optional<EnumValue<'orderStatus'>>
  hold_until: OptionalInstant
  hold_reason: Optional<string>
  finished_at: OptionalInstant
  completed_by: Optional<number>
  complete_type: Optional<EnumValue<'completeType'>>
  complete_note: Optional<string>
  cause: Optional<string>
  action: Optional<string>
  retest: Optional<EnumValue<'retestResult'>>
  impairment_notice: Optional<EnumValue<'yesNo'>>
  labour_minutes: Optional<number>
  accepted_by: Optional<string>
  signature_image: Optional<string>
  /** The questions as they were when the order was created. */
  checklist: JsonDefaulted<CheckItem[]>
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
  room_number: Optional<string>
  photos: Defaulted<string[]>
}

export interface OrderSiteTable {
  order_id: number
  site_id: number
  signed_at: OptionalInstant
  signed_by: Optional<number>
}

/** An answer to a question of an order's checklist. Without a device, it is for the whole order. */
export interface OrderCheckTable {
  order_id: number
  item: number
  device_id: Optional<number>
  yes: Optional<boolean>
  value: Optional<number>
  text: Optional<string>
  photos: Defaulted<string[]>
  answered_by: Optional<number>
  answered_at: Instant
}

/** A part that was used. */
export interface OrderPartTable {
  id: Defaulted<number>
  order_id: number
  name: string
  quantity: number
  old_device_id: Optional<number>
  new_device_id: Optional<number>
  old_code: Optional<string>
  new_code: Optional<string>
}

/** The checklist for orders of a kind, by project type. Without a type: for all types without their own list. */
export interface OrderChecklistTable extends Tracked {
  id: Defaulted<number>
  kind: EnumValue<'orderKind'>
  type_id: Optional<number>
  items: JsonDefaulted<CheckItem[]>
  enabled: Defaulted<boolean>
}

/** The faults that an order was created from, kept permanently. */
export interface OrderFaultTable {
  order_id: number
  fault_id: number
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
  /** What the code that was scanned there proves. Null: nothing was scanned. */
  scan: Optional<EnumValue<'signScan'>>
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
  /** When it was entered on a phone without a network, by the phone's clock. Null: sent at once. */
  entered_at: OptionalInstant
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
  order_check: OrderCheckTable
  order_part: OrderPartTable
  order_checklist: OrderChecklistTable
  order_fault: OrderFaultTable
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
    published: `kind code status description alarm_id plan_due_on due_at finished_at completed_by complete_type complete_note cause action
      retest photos complete_photos signature_image created_at updated_at`,
  },
  order_engineer: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'account_id' },
  order_device: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'device_id photos' },
  order_site: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'site_id' },
  order_check: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'photos' },
  order_part: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'new_device_id' },
  order_checklist: { owner: 'order-checklist', scope: 'everyone' },
  order_fault: { owner: 'order', scope: { through: ['order_id', 'work_order'] }, published: 'fault_id' },
  order_sign_in: {
    owner: 'order',
    scope: { through: ['order_id', 'work_order'] },
    published: 'site_id account_id at latitude longitude coordinate_system accuracy_m distance_m result reason scan',
  },
  order_history: {
    owner: 'order',
    scope: { through: ['order_id', 'work_order'] },
    published: 'action actor_id note at',
  },
  user_feedback: {
    owner: 'user-feedback',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'state content photos created_at',
  },
  user_feedback_reply: { owner: 'user-feedback', scope: { through: ['feedback_id', 'user_feedback'] } },
} as const satisfies FactsOf<OrdersTables>
