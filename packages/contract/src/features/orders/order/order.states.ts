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

/** The facts of an order that its preconditions need. */
export interface OrderFacts {
  engineers: readonly { id: number }[]
  completedById: number | null
  /** The company of the order's creator, which may edit and delete it (domain.md). */
  creatorCompanyId: number
  /** Number of sign-in addresses of the order without and with a sign-in. */
  sitesMissing: number
  sitesSigned: number
  /** The state that an order on hold returns to. */
  heldFrom: EnumValue<'orderStatus'> | null
}

/** States in which nothing more is done. All others are open; an order on hold is open too. */
export const closedOrderStatuses = ['complete', 'cancelled'] as const satisfies readonly EnumValue<'orderStatus'>[]
/** An engineer has accepted the order, or is working on it. */
export const workedOnOrderStatuses = ['pending_complete', 'processing'] as const satisfies readonly EnumValue<'orderStatus'>[]
export const isClosedOrder = (status: EnumValue<'orderStatus'>): boolean =>
  (closedOrderStatuses as readonly string[]).includes(status)

/** States in which an order can be put on hold; it returns to the same one. */
const heldStates = [
  ['pending_assign', 'heldInAssign'],
  ['pending_receive', 'heldInReceive'],
  ['pending_complete', 'heldInComplete'],
  ['processing', 'heldInProcessing'],
] as const
export const holdableStatuses = heldStates.map(([status]) => status)
const reschedulable = [...holdableStatuses, 'on_hold'] as const

type OrderOperation = 'edit' | 'del' | 'assign' | 'onBehalf' | 'verify' | 'appraise'

/** domain.md, "Work orders": one engine, parameterised by kind. `onBehalf` is the console acting for the engineer. */
const orderStates = (operation: (name: OrderOperation) => OperationCode) =>
  states<OrderFacts>()({
    name: 'order',
    field: 'status',
    states: [
      'pending_assign',
      'pending_receive',
      'pending_complete',
      'processing',
      'pending_verify',
      'pending_evaluation',
      'complete',
      'on_hold',
      'cancelled',
    ],
    initial: ['pending_assign', 'pending_receive'],
    preconditions: {
      ownCompany: (order, actor) => order.creatorCompanyId === actor.companyId,
      assignedEngineer: (order, actor) => order.engineers.some((engineer) => engineer.id === actor.accountId),
      notTheCompleter: (order, actor) => order.completedById !== actor.accountId,
      // One address is enough. The others may follow during the work.
      signedInAtSites: (order) => order.sitesMissing === 0 || order.sitesSigned > 0,
      heldInAssign: (order) => order.heldFrom === 'pending_assign',
      heldInReceive: (order) => order.heldFrom === 'pending_receive',
      heldInComplete: (order) => order.heldFrom === 'pending_complete',
      heldInProcessing: (order) => order.heldFrom === 'processing',
    },
    transitions: [
      { action: 'edit', from: ['pending_assign'], to: 'pending_assign', operations: [operation('edit')], needs: ['ownCompany'] },
      {
        action: 'edit',
        from: ['pending_receive'],
        to: 'pending_receive',
        operations: [operation('edit')],
        needs: ['ownCompany'],
      },
      { action: 'del', from: ['pending_assign'], to: 'pending_assign', operations: [operation('del')], needs: ['ownCompany'] },
      { action: 'del', from: ['pending_receive'], to: 'pending_receive', operations: [operation('del')], needs: ['ownCompany'] },
      {
        action: 'assign',
        // Also while somebody works on it: an engineer may fall ill, or leave.
        from: ['pending_assign', 'pending_receive', 'pending_complete', 'processing'],
        to: 'pending_receive',
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
      { action: 'receive', from: ['pending_receive'], to: 'pending_complete', operations: [operation('onBehalf')] },
      {
        action: 'receive',
        from: ['pending_receive'],
        to: 'pending_complete',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
      },
      {
        action: 'refuse',
        from: ['pending_receive'],
        to: 'pending_assign',
        operations: [operation('onBehalf')],
        input: orderRefuseInput,
      },
      {
        action: 'refuse',
        from: ['pending_receive'],
        to: 'pending_assign',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderRefuseInput,
      },
      {
        action: 'signIn',
        from: ['pending_complete'],
        to: 'pending_complete',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderSignInInput,
      },
      {
        action: 'signIn',
        from: ['processing'],
        to: 'processing',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderSignInInput,
      },
      { action: 'start', from: ['pending_complete'], to: 'processing', operations: [operation('onBehalf')] },
      {
        action: 'start',
        from: ['pending_complete'],
        to: 'processing',
        operations: ['order:work'],
        needs: ['assignedEngineer', 'signedInAtSites'],
      },
      {
        action: 'record',
        from: ['processing'],
        to: 'processing',
        operations: [operation('onBehalf')],
        input: anyOrderRecordInput,
      },
      {
        action: 'record',
        from: ['processing'],
        to: 'processing',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: anyOrderRecordInput,
      },
      {
        action: 'complete',
        from: ['processing', 'pending_complete'],
        to: 'pending_verify',
        operations: [operation('onBehalf')],
        input: anyOrderCompleteInput,
      },
      {
        action: 'complete',
        from: ['processing'],
        to: 'pending_verify',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: anyOrderCompleteInput,
      },
      {
        action: 'agree',
        from: ['pending_verify'],
        to: 'pending_evaluation',
        operations: [operation('verify')],
        needs: ['notTheCompleter'],
        input: orderVerifyInput,
      },
      {
        action: 'deny',
        from: ['pending_verify'],
        to: 'processing',
        operations: [operation('verify')],
        needs: ['notTheCompleter'],
        input: orderVerifyInput,
      },
      {
        action: 'appraise',
        from: ['pending_evaluation'],
        to: 'complete',
        operations: [operation('appraise')],
        input: orderAppraiseInput,
      },
      { action: 'hold', from: holdableStatuses, to: 'on_hold', operations: [operation('assign')], input: orderHoldInput },
      {
        action: 'hold',
        from: ['pending_complete', 'processing'],
        to: 'on_hold',
        operations: ['order:work'],
        needs: ['assignedEngineer'],
        input: orderHoldInput,
      },
      ...heldStates.flatMap(
        ([to, needed]) =>
          [
            {
              action: 'unhold',
              from: ['on_hold'],
              to,
              operations: [operation('assign')],
              needs: [needed],
              input: orderUnholdInput,
            },
            {
              action: 'unhold',
              from: ['on_hold'],
              to,
              operations: ['order:work'],
              needs: ['assignedEngineer', needed],
              input: orderUnholdInput,
            },
            // When the end of the hold has come.
            { action: 'holdEnd', from: ['on_hold'], to, operations: [], needs: [needed], automatic: true },
          ] as const,
      ),
      {
        action: 'cancel',
        from: [...holdableStatuses, 'on_hold'],
        to: 'cancelled',
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
