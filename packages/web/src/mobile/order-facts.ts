import type { EnumValue, OrderRow } from '@emberwatch/contract'
import type { StepName } from './calls.ts'
import { endOfDay } from './days.ts'
import type { Tone } from './ui.tsx'

type Status = EnumValue<'orderStatus'>

/** States in which it is the engineer's turn. */
const underWay: ReadonlySet<Status> = new Set<Status>(['pending_receive', 'pending_complete', 'processing'])

export const isLate = ({ dueAt, status }: Pick<OrderRow, 'dueAt' | 'status'>): boolean =>
  dueAt !== null && underWay.has(status) && Date.parse(dueAt) < Date.now()

/**
 * Whether an order belongs to today: under way, late, due or planned for today, or waiting for acceptance. Work without any date
 * is for today too.
 */
export const isToday = ({ dueAt, scheduledFrom, status }: Pick<OrderRow, 'dueAt' | 'scheduledFrom' | 'status'>): boolean => {
  if (status === 'on_hold') return false
  if (status === 'processing' || status === 'pending_receive' || (dueAt === null && scheduledFrom === null)) return true
  return [dueAt, scheduledFrom].some((at) => at !== null && Date.parse(at) < endOfDay())
}

export const statusTone = (status: Status): Tone => {
  if (status === 'pending_receive') return 'info'
  if (status === 'processing') return 'fault'
  if (status === 'pending_verify' || status === 'pending_evaluation' || status === 'complete') return 'normal'
  return 'neutral'
}

/** The engineer's actions in each state (contract: order.states.ts; order-facts.test.ts compares the two). */
export const stepsIn: Readonly<Partial<Record<Status, readonly StepName[]>>> = {
  pending_receive: ['receive', 'refuse'],
  pending_complete: ['sign', 'start', 'hold'],
  processing: ['sign', 'record', 'complete', 'hold'],
  on_hold: ['unhold'],
}
