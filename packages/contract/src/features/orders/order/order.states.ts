import { states } from '../../../kernel/states.ts'
import type { OperationCode } from '../../../menus.ts'
import type { EnumValue } from '../../../enums.ts'
import type { OrderKindName } from './order.kinds.ts'
import { anyOrderCompleteInput, anyOrderRecordInput } from './order-work.schema.ts'
import {
  orderAppraiseInput,
  orderAssignInput,
  orderCancelInput,
  orderHoldInput,
  orderRefuseInput,
  orderRescheduleInput,
  orderSignInInput,
  orderUnholdInput,
  orderVerifyInput,
} from './order.schema.ts'
import { orderStatus } from './order-status.ts'

/** The facts of an order that its preconditions need. */
export interface OrderFacts {
  readonly engineers: readonly { id: number }[]
  readonly completedById: number | null
  /** The company of the order's creator, which may edit and delete it (domain.md). */
  readonly creatorCompanyId: number
  /** Number of sign-in addresses of the order without and with a sign-in. */
  readonly sitesMissing: number
  readonly sitesSigned: number
  /** The state that an order on hold returns to. */
  readonly heldFrom: EnumValue<'orderStatus'> | null
}

/** States in which nothing more is done. All others are open; an order on hold is open too. */
export const closedOrderStatuses = [
  orderStatus.completed,
  orderStatus.cancelled,
] as const satisfies readonly EnumValue<'orderStatus'>[]
/** An engineer has accepted the order, or is working on it. */
export const workedOnOrderStatuses = [
  orderStatus.accepted,
  orderStatus.inProgress,
] as const satisfies readonly EnumValue<'orderStatus'>[]
export const isClosedOrder = (status: EnumValue<'orderStatus'>): boolean =>
  (closedOrderStatuses as readonly string[]).includes(status)

/** States in which an order can be put on hold; it returns to the same one. */
const heldStates = [
  [orderStatus.unassigned, 'heldInAssign'],
  [orderStatus.assigned, 'heldInReceive'],
  [orderStatus.accepted, 'heldInComplete'],
  [orderStatus.inProgress, 'heldInProcessing'],
] as const
export const holdableStatuses = heldStates.map(([status]) => status)
const reschedulable = [...holdableStatuses, orderStatus.onHold] as const

type OrderOperation = 'edit' | 'del' | 'assign' | 'onBehalf' | 'verify' | 'appraise'

/** domain.md, "Work orders": one engine, parameterised by kind. `onBehalf` is the console acting for the engineer. */
const orderStates = (operation: (name: OrderOperation) => OperationCode) =>
  states<OrderFacts>()({
    name: 'order',
    field: 'status',
    states: Object.values(orderStatus),
    initial: [orderStatus.unassigned, orderStatus.assigned],
    preconditions: {
      ownCompany: (order, actor) => order.creatorCompanyId === actor.companyId,
      assignedEngineer: (order, actor) => order.engineers.some((engineer) => engineer.id === actor.accountId),
      notTheCompleter: (order, actor) => order.completedById !== actor.accountId,
      // One address is enough. The others may follow during the work.
      signedInAtSites: (order) => order.sitesMissing === 0 || order.sitesSigned > 0,
      heldInAssign: (order) => order.heldFrom === orderStatus.unassigned,
      heldInReceive: (order) => order.heldFrom === orderStatus.assigned,
      heldInComplete: (order) => order.heldFrom === orderStatus.accepted,
      heldInProcessing: (order) => order.heldFrom === orderStatus.inProgress,
    },
    transitions: [
      {
        action: 'edit',
        from: [orderStatus.unassigned],
        to: orderStatus.unassigned,
        operations: [operation('edit')],
        needs: ['ownCompany'],
      },
      {
        action: 'edit',
        from: [orderStatus.assigned],
        to: orderStatus.assigned,
        operations: [operation('edit')],
        needs: ['ownCompany'],
      },
      {
        action: 'del',
        from: [orderStatus.unassigned],
        to: orderStatus.unassigned,
        operations: [operation('del')],
        needs: ['ownCompany'],
      },
      {
        action: 'del',
        from: [orderStatus.assigned],
        to: orderStatus.assigned,
        operations: [operation('del')],
        needs: ['ownCompany'],
      },
      {
        action: 'assign',
        // Also while somebody works on it: an engineer may fall ill, or leave.
        from: [orderStatus.unassigned, orderStatus.assigned, orderStatus.accepted, orderStatus.inProgress],
        to: orderStatus.assigned,
        operations: [operation('assign')],
        input: orderAssignInput,
      },
      // In every open state: dates change when a part is late or a site is closed.
      ...reschedulable.map(
        (status) =>
          ({
            action: 'reschedule',
            from: [status],
            to: status,
            operations: [operation('assign')],
            input: orderRescheduleInput,
          }) as const,
      ),
      { action: 'receive', from: [orderStatus.assigned], to: orderStatus.accepted, operations: [operation('onBehalf')] },
      {
        action: 'receive',
        from: [orderStatus.assigned],
        to: orderStatus.accepted,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
      },
      {
        action: 'refuse',
        from: [orderStatus.assigned],
        to: orderStatus.unassigned,
        operations: [operation('onBehalf')],
        input: orderRefuseInput,
      },
      {
        action: 'refuse',
        from: [orderStatus.assigned],
        to: orderStatus.unassigned,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderRefuseInput,
      },
      {
        action: 'signIn',
        from: [orderStatus.accepted],
        to: orderStatus.accepted,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderSignInInput,
      },
      {
        action: 'signIn',
        from: [orderStatus.inProgress],
        to: orderStatus.inProgress,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderSignInInput,
      },
      { action: 'start', from: [orderStatus.accepted], to: orderStatus.inProgress, operations: [operation('onBehalf')] },
      {
        action: 'start',
        from: [orderStatus.accepted],
        to: orderStatus.inProgress,
        operations: ['order:work'],
        needs: ['assignedEngineer', 'signedInAtSites'],
      },
      {
        action: 'record',
        from: [orderStatus.inProgress],
        to: orderStatus.inProgress,
        operations: [operation('onBehalf')],
        input: anyOrderRecordInput,
      },
      {
        action: 'record',
        from: [orderStatus.inProgress],
        to: orderStatus.inProgress,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: anyOrderRecordInput,
      },
      {
        action: 'complete',
        from: [orderStatus.inProgress, orderStatus.accepted],
        to: orderStatus.toVerify,
        operations: [operation('onBehalf')],
        input: anyOrderCompleteInput,
      },
      {
        action: 'complete',
        from: [orderStatus.inProgress],
        to: orderStatus.toVerify,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: anyOrderCompleteInput,
      },
      {
        action: 'agree',
        from: [orderStatus.toVerify],
        to: orderStatus.toAppraise,
        operations: [operation('verify')],
        needs: ['notTheCompleter'],
        input: orderVerifyInput,
      },
      {
        action: 'deny',
        from: [orderStatus.toVerify],
        to: orderStatus.inProgress,
        operations: [operation('verify')],
        needs: ['notTheCompleter'],
        input: orderVerifyInput,
      },
      {
        action: 'appraise',
        from: [orderStatus.toAppraise],
        to: orderStatus.completed,
        operations: [operation('appraise')],
        input: orderAppraiseInput,
      },
      {
        action: 'hold',
        from: holdableStatuses,
        to: orderStatus.onHold,
        operations: [operation('assign')],
        input: orderHoldInput,
      },
      {
        action: 'hold',
        from: [orderStatus.accepted, orderStatus.inProgress],
        to: orderStatus.onHold,
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderHoldInput,
      },
      ...heldStates.flatMap(
        ([to, needed]) =>
          [
            {
              action: 'unhold',
              from: [orderStatus.onHold],
              to,
              operations: [operation('assign')],
              needs: [needed],
              input: orderUnholdInput,
            },
            {
              action: 'unhold',
              from: [orderStatus.onHold],
              to,
              operations: ['order:work'],
              needs: ['assignedEngineer', needed],
              input: orderUnholdInput,
            },
            // When the end of the hold has come.
            { action: 'holdEnd', from: [orderStatus.onHold], to, operations: [], needs: [needed], automatic: true },
          ] as const,
      ),
      {
        action: 'cancel',
        from: [...holdableStatuses, orderStatus.onHold],
        to: orderStatus.cancelled,
        operations: [operation('del')],
        needs: ['ownCompany'],
        input: orderCancelInput,
      },
    ],
  })

/** The graph of each order kind. */
export const orderGraphs = {
  install: orderStates((name) => `installOrder:${name}` as const),
  repair: orderStates((name) => `repairOrder:${name}` as const),
  inspect: orderStates((name) => `inspectOrder:${name}` as const),
  maintenance: orderStates((name) => `maintenanceOrder:${name}` as const),
} as const satisfies Record<OrderKindName, unknown>
