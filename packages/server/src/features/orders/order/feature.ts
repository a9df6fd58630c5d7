import { endpoints, enums, type OrderEndpoints, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { bind, type Binding } from '../../../platform/http/binding.ts'
import { selectProjects } from '../../sites/project/project.reads.ts'
import { ordersOfAccount, orderBoard, orderCalendar, orderMap } from './order-views.reads.ts'
import { appraiseOrder, verifyOrder } from './order-acceptance.verbs.ts'
import { assignOrder, assignOrders, receiveOrder, refuseOrder } from './order-assignment.verbs.ts'
import { cancelOrder, createOrder, removeOrder, editOrder, rescheduleOrder } from './order.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { contactPhone, enteredBefore } from './order-app.verbs.ts'
import { holdOrder, recordResults, startOrder, unholdOrder, resumeDueOrders } from './order-work.verbs.ts'
import {
  completeTypes,
  orderOrigins,
  selectDeviceModels,
  selectEngineers,
  selectFeedback,
  selectSites,
  findOrderDevice,
} from './order-common.reads.ts'
import { kindOf, myOrder, myOrders } from './order-app.reads.ts'
import {
  assignList,
  deviceList,
  exportOrders,
  messageList,
  orderDetail,
  pageOrders,
  verifyList,
  orderExports,
} from './order.reads.ts'
import { signIn } from './sign-in.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'

/** Adapts a verb to one kind of order. */
const of =
  (kind: OrderKindName) =>
  <I, O>(verb: (ctx: Ctx, kind: OrderKindName, input: I) => Promise<O>) =>
  (ctx: Ctx, input: I): Promise<O> =>
    verb(ctx, kind, input)

/** The routes of one kind of order. */
const createOrderRoutes = (kind: OrderKindName): Binding[] => {
  const verb = of(kind)
  const calls: OrderEndpoints = endpoints[`${kind}Order`]
  return bind(calls, {
    page: verb(pageOrders),
    detail: verb(orderDetail),
    export: verb(exportOrders),
    create: verb(createOrder),
    edit: verb(editOrder),
    remove: verb(removeOrder),
    assign: verb(assignOrder),
    assignMany: verb(assignOrders),
    hold: verb(holdOrder),
    unhold: verb(unholdOrder),
    reschedule: verb(rescheduleOrder),
    cancel: verb(cancelOrder),
    board: verb(orderBoard),
    calendar: verb(orderCalendar),
    map: verb(orderMap),
    receive: verb(receiveOrder),
    refuse: verb(refuseOrder),
    start: verb(startOrder),
    complete: verb(completeOrder),
    verify: verb(verifyOrder),
    appraise: verb(appraiseOrder),
    assignList: verb(assignList),
    verifyList: verb(verifyList),
    messageList: verb(messageList),
    deviceList: verb(deviceList),
    device: verb(findOrderDevice),
    record: verb(recordResults),
  })
}

export const orderRoutes = enums.orderKind.flatMap(createOrderRoutes)

/** Adapts a verb to orders of any kind. */
const ofAnyKind =
  <I extends { readonly id: number }, O>(verb: (ctx: Ctx, kind: OrderKindName, input: I) => Promise<O>) =>
  async (ctx: Ctx, input: I & { readonly enteredAt?: string }): Promise<O> => {
    const kind = await kindOf(ctx, input.id)
    const step = (own: Ctx): Promise<O> => verb(own, kind, input)
    return input.enteredAt === undefined ? step(ctx) : enteredBefore(ctx, input.id, input.enteredAt, step)
  }

const orderAppRoutes = bind(endpoints.orderApp, {
  list: myOrders,
  detail: myOrder,
  receive: ofAnyKind(receiveOrder),
  refuse: ofAnyKind(refuseOrder),
  sign: ofAnyKind(signIn),
  start: ofAnyKind(startOrder),
  record: ofAnyKind(recordResults),
  hold: ofAnyKind(holdOrder),
  unhold: ofAnyKind(unholdOrder),
  contact: contactPhone,
  complete: ofAnyKind(completeOrder),
})

export const orderCommonRoutes = bind(endpoints.orderCommon, {
  engineer: selectEngineers,
  project: selectProjects,
  site: selectSites,
  origin: orderOrigins,
  completeType: completeTypes,
  deviceModel: selectDeviceModels,
  feedback: selectFeedback,
})

const accountOrderRoutes = bind(endpoints.accountOrder, {
  install: ordersOfAccount('install'),
  repair: ordersOfAccount('repair'),
  inspect: ordersOfAccount('inspect'),
  maintenance: ordersOfAccount('maintenance'),
})

/** Every minute: resumes orders whose hold has ended. */
const orderJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderHolds', () => resumeDueOrders(systemCtx), '* * * * *'),
]

export const orderFeature: Feature = {
  name: 'order',
  routes: () => [...orderRoutes, ...orderCommonRoutes, ...orderAppRoutes, ...accountOrderRoutes],
  exports: orderExports,
  jobs: orderJobs,
  liveKinds: ['order'],
  uploads: ['photo'],
}
