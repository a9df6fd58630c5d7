import type { EnumValue } from '../../../enums.ts'

/** The states of an order by what they mean, each with the specification's name, which is sent and stored. */
export const orderStatus = {
  unassigned: 'pending_assign',
  /** Its engineers have been named, and none has accepted it yet. */
  assigned: 'pending_receive',
  accepted: 'pending_complete',
  inProgress: 'processing',
  /** The work is done; a second person has to verify it. */
  toVerify: 'pending_verify',
  /** Verified; the customer's appraisal is missing. */
  toAppraise: 'pending_evaluation',
  completed: 'complete',
  onHold: 'on_hold',
  cancelled: 'cancelled',
} as const satisfies Record<string, EnumValue<'orderStatus'>>
