import { DomainError } from '@emberwatch/contract'
import { confirmAlarm, resolveAlarm, misreportAlarm } from '../features/alarms/alarm/lifecycle/transition-alarm.ts'
import { solveFault } from '../features/alarms/fault/lifecycle/solve-fault.ts'
import { appraiseOrder, verifyOrder } from '../features/orders/order/order-acceptance.verbs.ts'
import { assignOrder, receiveOrder } from '../features/orders/order/order-assignment.verbs.ts'
import { cancelOrder, createOrder, removeOrder } from '../features/orders/order/order.verbs.ts'
import { completeOrder } from '../features/orders/order/complete-order.ts'
import { holdOrder, startOrder, unholdOrder } from '../features/orders/order/order-work.verbs.ts'
import type { Ctx } from '../platform/context.ts'
import type { Act } from './commands.testing.ts'

/** The actors: an operator, and the engineer named in orders. */
export interface People {
  readonly operator: Ctx
  readonly engineer: Ctx
  readonly engineerId: number
}

/** The ids of what is acted on. 0: there is none. */
export interface Ids {
  readonly device: number
  readonly alarm: number
  readonly fault: number
  readonly order: number
}

export interface Acted {
  readonly answer: string
  /** The order that was created. */
  readonly orderId?: number
}

const reason = 'somebody stays there'
const deal = { handleWay: 'onSite', note: 'looked after' } as const
const misreport = { cause: 'steam', note: 'steam' } as const

const complete = (people: People, { order: id, device: deviceId }: Ids, result: 'fixed' | 'notPossible') =>
  completeOrder(people.engineer, 'repair', {
    id,
    completeType: result,
    note: 'done',
    faultCause: 'dust',
    retest: 'passed',
    devices: [{ deviceId, result }],
  })

const create = (people: People, { device }: Ids, source: { alarmId: number } | { faultId: number }) =>
  createOrder(people.operator, 'repair', {
    deviceIds: [device],
    priority: 'normal',
    description: 'please look',
    engineerIds: [people.engineerId],
    ...source,
  })

const verbs: Readonly<Record<Act, (people: People, ids: Ids) => Promise<{ id: number }>>> = {
  confirm: ({ operator }, { alarm: id }) => confirmAlarm(operator, { id }),
  deal: ({ operator }, { alarm: id }) => resolveAlarm(operator, { id, ...deal }),
  dealWithReason: ({ operator }, { alarm: id }) => resolveAlarm(operator, { id, ...deal, reason }),
  misreport: ({ operator }, { alarm: id }) => misreportAlarm(operator, { id, ...misreport }),
  misreportWithReason: ({ operator }, { alarm: id }) => misreportAlarm(operator, { id, ...misreport, reason }),
  solve: ({ operator }, { fault: id }) => solveFault(operator, { id, note: 'plugged in' }),
  orderAlarm: (people, ids) => create(people, ids, { alarmId: ids.alarm }),
  orderFault: (people, ids) => create(people, ids, { faultId: ids.fault }),
  receive: ({ engineer }, { order: id }) => receiveOrder(engineer, 'repair', { id }),
  start: ({ engineer }, { order: id }) => startOrder(engineer, 'repair', { id }),
  fixed: (people, ids) => complete(people, ids, 'fixed'),
  notPossible: (people, ids) => complete(people, ids, 'notPossible'),
  agree: ({ operator }, { order: id }) => verifyOrder(operator, 'repair', { id, agree: true }),
  deny: ({ operator }, { order: id }) => verifyOrder(operator, 'repair', { id, agree: false, reason: 'not yet' }),
  appraise: ({ operator }, { order: id }) => appraiseOrder(operator, 'repair', { id, rating: 5 }),
  assignAgain: ({ operator, engineerId }, { order: id }) =>
    assignOrder(operator, 'repair', { id, engineerIds: [engineerId], note: 'please go' }),
  hold: ({ operator }, { order: id }) => holdOrder(operator, 'repair', { id, reason: 'no part' }),
  unhold: ({ operator }, { order: id }) => unholdOrder(operator, 'repair', { id }),
  cancel: ({ operator }, { order: id }) => cancelOrder(operator, 'repair', { id, reason: 'ordered twice' }),
  delete: async ({ operator }, { order: id }) => {
    await removeOrder(operator, 'repair', { id })
    return { id }
  },
}

const needed = (act: Act): keyof Ids => {
  if (['solve', 'orderFault'].includes(act)) return 'fault'
  return ['confirm', 'deal', 'misreport', 'dealWithReason', 'misreportWithReason', 'orderAlarm'].includes(act) ? 'alarm' : 'order'
}

/** Acts, and returns the answer. Anything that is not one of our answers is returned as it is, so that it differs from every model. */
export const perform = async (people: People, act: Act, ids: Ids): Promise<Acted> => {
  if (ids[needed(act)] === 0) return { answer: 'none' }
  try {
    const { id } = await verbs[act](people, ids)
    return act === 'orderAlarm' || act === 'orderFault' ? { answer: 'ok', orderId: id } : { answer: 'ok' }
  } catch (error) {
    if (!(error instanceof DomainError)) return { answer: String(error) }
    // Somebody else took a step that left the order in its status, such as an assignment. The race is lost all the same.
    return { answer: ['staleVersion', 'raisedAgain'].includes(error.reason) ? 'wrongState' : error.reason }
  }
}
