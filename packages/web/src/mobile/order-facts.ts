import { orderStatus, type EnumValue, type OrderRow } from '@emberwatch/contract'
import type { StepName } from './calls.ts'
import { endOfDay } from './days.ts'
import type { Tone } from './ui.tsx'

type Status = EnumValue<'orderStatus'>

/** States in which it is the engineer's turn. */
const underWay: ReadonlySet<Status> = new Set<Status>([orderStatus.assigned, orderStatus.accepted, orderStatus.inProgress])

export const isLate = ({ dueAt, status }: Pick<OrderRow, 'dueAt' | 'status'>): boolean =>
  dueAt !== null && underWay.has(status) && Date.parse(dueAt) < Date.now()

/**
 * Whether an order belongs to today: under way, late, due or planned for today, or waiting for acceptance. Work without any date
 * is for today too.
 */
export const isToday = ({ dueAt, scheduledFrom, status }: Pick<OrderRow, 'dueAt' | 'scheduledFrom' | 'status'>): boolean => {
  if (status === orderStatus.onHold) return false
  if (status === orderStatus.inProgress || status === orderStatus.assigned || (dueAt === null && scheduledFrom === null))
    return true
  return [dueAt, scheduledFrom].some((at) => at !== null && Date.parse(at) < endOfDay())
}

export const statusTone = (status: Status): Tone => {
  if (status === orderStatus.assigned) return 'info'
  if (status === orderStatus.inProgress) return 'fault'
  if (status === orderStatus.toVerify || status === orderStatus.toAppraise || status === orderStatus.completed) return 'normal'
  return 'neutral'
}

/** The engineer's actions in each state (contract: order.states.ts; order-facts.test.ts compares the two). */
export const stepsIn: Readonly<Partial<Record<Status, readonly StepName[]>>> = {
  [orderStatus.assigned]: ['receive', 'refuse'],
  [orderStatus.accepted]: ['sign', 'start', 'hold'],
  [orderStatus.inProgress]: ['sign', 'record', 'complete', 'hold'],
  [orderStatus.onHold]: ['unhold'],
}
