import type { EnumValue } from '@emberwatch/contract'
import type { Act, ReportCommand } from './commands.testing.ts'

// The rules for alarms, faults and orders (domain.md) in their simplest form: one device, plain values, no database.

export interface ModelAlarm {
  state: EnumValue<'alarmState'>
  active: boolean
  repeats: number
  firstAt: number
  lastAt: number
  restoredAt: number | null
  /** The index of its order in the list of orders. */
  order: number | null
}
export interface ModelFault {
  state: EnumValue<'faultState'>
  repeats: number
  firstAt: number
  lastAt: number
  way: EnumValue<'faultSolvedWay'> | null
  order: number | null
}
export interface ModelOrder {
  status: EnumValue<'orderStatus'>
  /** For an order on hold: the status it returns to. */
  heldFrom: EnumValue<'orderStatus'> | null
  deleted: boolean
}
export interface Model {
  readonly alarms: ModelAlarm[]
  readonly faults: ModelFault[]
  readonly orders: ModelOrder[]
  /** The alarm that each order was created from. */
  readonly origins: (number | null)[]
  /** When restores of the fire were reported, as far as stored. */
  readonly fireOver: number[]
}

export const emptyModel = (): Model => ({ alarms: [], faults: [], orders: [], origins: [], fireOver: [] })
export const copyOf = (model: Model): Model => structuredClone(model)

/** What an action is about: the newest of each at the time of looking. -1: there was none. */
export interface Target {
  readonly alarm: number
  readonly fault: number
  readonly order: number
}
export const newestOf = ({ alarms, faults, orders }: Model): Target => ({
  alarm: alarms.length - 1,
  fault: faults.length - 1,
  order: orders.length - 1,
})

const isOpen = ({ state }: ModelAlarm) => state === 'unconfirmed' || state === 'confirmed'

const fire = (model: Model, at: number): void => {
  const alarm = model.alarms.findLast(isOpen)
  if (!alarm) {
    // A restore that arrived earlier by another way ends this one as well.
    const over = model.fireOver.filter((end) => end > at)
    const restoredAt = over.length === 0 ? null : Math.min(...over)
    model.alarms.push({
      state: 'unconfirmed',
      active: restoredAt === null,
      repeats: 0,
      firstAt: at,
      lastAt: at,
      restoredAt,
      order: null,
    })
    return
  }
  const current = alarm.restoredAt === null || at >= alarm.restoredAt
  // Confirmed and restored since: a new fire until somebody acts.
  if (current && alarm.state === 'confirmed' && !alarm.active) alarm.state = 'unconfirmed'
  alarm.active ||= current
  alarm.repeats++
  alarm.lastAt = Math.max(alarm.lastAt, at)
}

const fireOver = (model: Model, at: number): void => {
  const alarm = model.alarms.findLast(isOpen)
  if (!alarm?.active || alarm.lastAt > at) return
  alarm.active = false
  alarm.restoredAt = at
}

const faultRaised = (model: Model, at: number): void => {
  const fault = model.faults.findLast(({ state }) => state !== 'solved')
  if (!fault) {
    model.faults.push({ state: 'pending', repeats: 0, firstAt: at, lastAt: at, way: null, order: null })
    return
  }
  fault.repeats++
  fault.lastAt = Math.max(fault.lastAt, at)
}

const faultOver = (model: Model, at: number): void => {
  const fault = model.faults.findLast(({ state }) => state !== 'solved')
  if (!fault || fault.lastAt > at) return
  fault.state = 'solved'
  fault.way = 'restored'
}

export const report = (model: Model, { signals }: ReportCommand, at: number): void => {
  for (const signal of signals) {
    if (signal === 'fire') fire(model, at)
    if (signal === 'fireOver') fireOver(model, at)
    if (signal === 'fault') faultRaised(model, at)
    if (signal === 'faultOver') faultOver(model, at)
  }
  // Restores in this message count only once it is stored.
  if (signals.includes('fireOver')) model.fireOver.push(at)
}

/** The system's answer: `ok`, or the reason of a refusal. `none`: there was nothing to act on. */
type Answer = 'ok' | 'none' | 'noAccess' | 'wrongState' | 'precondition' | 'closeWhileActive' | 'notFound'

const close = (alarm: ModelAlarm | undefined, to: 'cleared' | 'misreport', reason: boolean): Answer => {
  if (!alarm) return 'none'
  if (!isOpen(alarm)) return 'wrongState'
  if (alarm.active && !reason) return 'closeWhileActive'
  alarm.state = to
  return 'ok'
}

const solveByOrder = (model: Model, order: number): void => {
  for (const fault of model.faults.filter((one) => one.order === order && one.state !== 'solved'))
    Object.assign(fault, { state: 'solved', way: 'repairOrder' })
}

/** Sent back: in repair again, unless it was reported anew since. */
const reopen = (model: Model, order: number): void => {
  if (model.faults.some(({ state }) => state !== 'solved')) return
  for (const fault of model.faults.filter((one) => one.order === order && one.way === 'repairOrder'))
    Object.assign(fault, { state: 'processing', way: null })
}

const release = (model: Model, order: number): void => {
  for (const fault of model.faults.filter((one) => one.order === order && one.state === 'processing'))
    Object.assign(fault, { state: 'pending', order: null })
}

const create = (model: Model, origin: number | null): number => {
  model.origins.push(origin)
  return model.orders.push({ status: 'pending_receive', heldFrom: null, deleted: false }) - 1
}

const beforeHandedIn = ['pending_assign', 'pending_receive', 'pending_complete', 'processing'] as const

const from: Partial<Record<Act, readonly ModelOrder['status'][]>> = {
  receive: ['pending_receive'],
  start: ['pending_complete'],
  fixed: ['processing'],
  notPossible: ['processing'],
  agree: ['pending_verify'],
  deny: ['pending_verify'],
  appraise: ['pending_evaluation'],
  assignAgain: beforeHandedIn,
  hold: beforeHandedIn,
  unhold: ['on_hold'],
  cancel: [...beforeHandedIn, 'on_hold'],
  delete: ['pending_receive', 'pending_assign'],
}
const to: Partial<Record<Act, ModelOrder['status']>> = {
  receive: 'pending_complete',
  start: 'processing',
  fixed: 'pending_verify',
  notPossible: 'pending_verify',
  agree: 'pending_evaluation',
  deny: 'processing',
  appraise: 'complete',
  assignAgain: 'pending_receive',
  hold: 'on_hold',
  cancel: 'cancelled',
}

const step = (model: Model, act: Act, index: number): Answer => {
  const order = model.orders[index]
  if (!order) return 'none'
  if (order.deleted) return 'notFound'
  // Only somebody acting on behalf may skip the start; an engineer has to start first.
  if ((act === 'fixed' || act === 'notPossible') && order.status === 'pending_complete') return 'wrongState'
  if (!from[act]?.includes(order.status)) return 'wrongState'
  const before = order.status
  order.status = to[act] ?? (act === 'unhold' ? order.heldFrom : null) ?? before
  order.heldFrom = act === 'hold' ? before : null
  if (act === 'fixed') solveByOrder(model, index)
  if (act === 'agree') release(model, index)
  if (act === 'deny') reopen(model, index)
  if (act === 'delete') order.deleted = true
  if (act === 'delete' || act === 'cancel') {
    release(model, index)
    for (const alarm of model.alarms) if (alarm.order === index) alarm.order = null
  }
  return 'ok'
}

/** A person's action, and the answer they get. */
export const act = (model: Model, what: Act, target: Target): Answer => {
  const alarm = model.alarms[target.alarm]
  const fault = model.faults[target.fault]
  switch (what) {
    case 'confirm':
      if (!alarm) return 'none'
      if (alarm.state !== 'unconfirmed') return 'wrongState'
      alarm.state = 'confirmed'
      return 'ok'
    case 'deal':
    case 'dealWithReason':
      return close(alarm, 'cleared', what === 'dealWithReason')
    case 'misreport':
    case 'misreportWithReason':
      return close(alarm, 'misreport', what === 'misreportWithReason')
    case 'solve':
      if (!fault) return 'none'
      if (fault.state === 'solved') return 'wrongState'
      Object.assign(fault, { state: 'solved', way: 'byHand' })
      return 'ok'
    case 'orderAlarm': {
      if (!alarm) return 'none'
      const open = model.orders.some(
        (one, id) =>
          model.origins[id] === target.alarm && !one.deleted && one.status !== 'complete' && one.status !== 'cancelled',
      )
      if (open) return 'precondition'
      alarm.order = create(model, target.alarm)
      return 'ok'
    }
    case 'orderFault':
      if (!fault) return 'none'
      if (fault.state !== 'pending') return 'wrongState'
      fault.state = 'processing'
      fault.order = create(model, null)
      return 'ok'
    default:
      return step(model, what, target.order)
  }
}
