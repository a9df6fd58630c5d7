import { about, endpoint } from '../../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../../base/file/file.schema.ts'
import { id, input, nothing, nullable, optional, ref, rowId, text, Type } from '../../../kernel/schema.ts'
import { wireWords } from '../../../kernel/wire-words.ts'
import type { OrderKindName } from './order.kinds.ts'
import { orderBoard, orderCalendar, orderCalendarInput, orderMap, orderViewInput } from './order-views.schema.ts'
import { orderCompleteInput, orderRecordInput } from './order-work.schema.ts'
import {
  orderAppraiseInput,
  orderAssignInput,
  orderAssignManyInput,
  orderCancelInput,
  orderCreateInput,
  orderDetail,
  orderDevice,
  orderDeviceFound,
  orderEditInput,
  orderHistoryEntry,
  orderMessage,
  orderHoldInput,
  orderPage,
  orderPageInput,
  orderReceiveInput,
  orderRefuseInput,
  orderRescheduleInput,
  orderStartInput,
  orderUnholdInput,
  orderVerifyInput,
} from './order.schema.ts'

const one = input({ id: ref('work_order') })
const acting = ['wrongState', 'precondition'] as const

/** The calls of one kind of orders: `web/order/<kind>/…`, with the operations `<kind>Order:…`. */
const orderEndpointsOf = <const K extends OrderKindName>(kind: K, words: readonly [one: string, many: string]) => {
  const [order, orders] = words
  const base = `web/order/${kind}`
  const work = [`${kind}Order:onBehalf`, 'order:work'] as const
  return about('order', {
    page: endpoint({
      method: 'GET',
      path: `${base}/page`,
      access: `${kind}Order:view`,
      input: orderPageInput,
      output: orderPage,
      summary: `The ${orders}, newest first, with counts by status`,
    }),
    detail: endpoint({
      method: 'GET',
      path: `${base}/detail`,
      access: `${kind}Order:view`,
      input: one,
      output: orderDetail,
      summary: `Show ${order} with devices, sites and history`,
    }),
    export: endpoint({
      method: 'GET',
      path: `${base}/export`,
      access: `${kind}Order:view`,
      input: exportInput(orderPageInput),
      output: exportStarted,
      summary: `Export the filtered ${orders}`,
    }),
    device: endpoint({
      method: 'GET',
      path: `${base}/device`,
      // Installers add devices from stock on site.
      access: [`${kind}Order:create`, `${kind}Order:edit`, ...work],
      input: input({ code: text(40), projectId: optional(ref('project')) }),
      output: orderDeviceFound,
      summary: 'Look a device up by its code; it must exist',
      errors: ['deviceMissing', 'deviceInStock', 'deviceElsewhere'],
    }),
    create: endpoint({
      method: 'POST',
      path: `${base}/create`,
      access: `${kind}Order:create`,
      input: orderCreateInput(kind),
      output: rowId,
      summary: `Create ${order}`,
      errors: ['deviceMissing', 'deviceInStock', 'projectNotApproved', 'engineerUnfit', 'engineerUncertified', ...acting],
    }),
    edit: endpoint({
      method: 'POST',
      path: `${base}/edit`,
      access: `${kind}Order:edit`,
      input: orderEditInput(kind),
      output: rowId,
      summary: `Edit ${order} that nobody has received`,
      errors: ['staleVersion', 'deviceMissing', 'deviceInStock', ...acting],
    }),
    remove: endpoint({
      method: 'POST',
      path: `${base}/${wireWords.remove}`,
      access: `${kind}Order:del`,
      deletes: true,
      input: one,
      output: nothing,
      summary: `Delete ${order} that nobody has received`,
      errors: acting,
    }),
    assign: endpoint({
      method: 'POST',
      path: `${base}/assign`,
      access: `${kind}Order:assign`,
      input: orderAssignInput,
      output: rowId,
      summary: 'Assign, or reassign',
      errors: ['engineerUnfit', 'engineerUncertified', ...acting],
    }),
    assignMany: endpoint({
      method: 'POST',
      path: `${base}/assignMany`,
      access: `${kind}Order:assign`,
      input: orderAssignManyInput,
      output: Type.Array(Type.Object({ id: id(), code: Type.String(), problem: nullable(Type.String()) })),
      summary: `Assign several ${orders}; says of each what came of it`,
      errors: ['engineerUnfit', 'engineerUncertified'],
    }),
    hold: endpoint({
      method: 'POST',
      path: `${base}/hold`,
      access: [`${kind}Order:assign`, 'order:work'],
      input: orderHoldInput,
      output: rowId,
      summary: 'Put on hold with a reason, until a time or until somebody goes on',
      errors: acting,
    }),
    unhold: endpoint({
      method: 'POST',
      path: `${base}/unhold`,
      access: [`${kind}Order:assign`, 'order:work'],
      input: orderUnholdInput,
      output: rowId,
      summary: 'Go on with an order that is on hold',
      errors: acting,
    }),
    reschedule: endpoint({
      method: 'POST',
      path: `${base}/reschedule`,
      access: `${kind}Order:assign`,
      input: orderRescheduleInput,
      output: rowId,
      summary: 'Set other dates, also after an engineer has received it; the engineers are told',
      errors: ['staleVersion', ...acting],
    }),
    cancel: endpoint({
      method: 'POST',
      path: `${base}/cancel`,
      access: `${kind}Order:del`,
      input: orderCancelInput,
      output: rowId,
      summary: `Cancel ${order} with a reason`,
      errors: acting,
    }),
    board: endpoint({
      method: 'GET',
      path: `${base}/board`,
      access: `${kind}Order:view`,
      input: orderViewInput,
      output: orderBoard,
      summary: `Open ${orders} by status, the most urgent first`,
    }),
    calendar: endpoint({
      method: 'GET',
      path: `${base}/calendar`,
      access: `${kind}Order:view`,
      input: orderCalendarInput,
      output: orderCalendar,
      summary: `The ${orders} of some days, by when they are planned or else due`,
    }),
    map: endpoint({
      method: 'GET',
      path: `${base}/map`,
      access: `${kind}Order:view`,
      input: orderViewInput,
      output: orderMap,
      summary: `Projects with open ${orders}, and where they are`,
    }),
    receive: endpoint({
      method: 'POST',
      path: `${base}/receive`,
      access: work,
      input: orderReceiveInput,
      output: rowId,
      summary: 'Receive, as an assigned engineer or on behalf of one',
      errors: ['reasonRequired', ...acting],
    }),
    refuse: endpoint({
      method: 'POST',
      path: `${base}/refuse`,
      access: work,
      input: orderRefuseInput,
      output: rowId,
      summary: 'Refuse with a reason',
      errors: acting,
    }),
    start: endpoint({
      method: 'POST',
      path: `${base}/start`,
      access: work,
      input: orderStartInput,
      output: rowId,
      summary: 'Start work',
      errors: ['reasonRequired', ...acting],
    }),
    record: endpoint({
      method: 'POST',
      path: `${base}/record`,
      access: work,
      input: orderRecordInput(kind),
      output: rowId,
      summary: 'Save the results of some devices while the work goes on',
      errors: ['reasonRequired', ...acting],
    }),
    complete: endpoint({
      method: 'POST',
      path: `${base}/complete`,
      access: work,
      persons: ['acceptedBy'],
      input: orderCompleteInput(kind),
      output: rowId,
      summary: 'Complete, with a result for each device',
      errors: ['reasonRequired', 'deviceMissing', ...acting],
    }),
    verify: endpoint({
      method: 'POST',
      path: `${base}/verify`,
      access: `${kind}Order:verify`,
      input: orderVerifyInput,
      output: rowId,
      summary: 'Agree or deny',
      errors: ['reasonRequired', ...acting],
    }),
    appraise: endpoint({
      method: 'POST',
      path: `${base}/appraise`,
      access: `${kind}Order:appraise`,
      input: orderAppraiseInput,
      output: rowId,
      summary: 'Rate the work, 1 to 5',
      errors: acting,
    }),
    assignList: endpoint({
      method: 'GET',
      path: `${base}/assignList`,
      access: `${kind}Order:view`,
      input: one,
      output: Type.Array(orderHistoryEntry),
      summary: 'Dispatch history',
    }),
    verifyList: endpoint({
      method: 'GET',
      path: `${base}/verifyList`,
      access: `${kind}Order:view`,
      input: one,
      output: Type.Array(orderHistoryEntry),
      summary: 'Audit history',
    }),
    messageList: endpoint({
      method: 'GET',
      path: `${base}/messageList`,
      access: `${kind}Order:view`,
      input: one,
      output: Type.Array(orderMessage),
      summary: 'In-site messages about an order, newest first: those to people in the caller’s scope',
    }),
    deviceList: endpoint({
      method: 'GET',
      path: `${base}/deviceList`,
      access: `${kind}Order:view`,
      input: one,
      output: Type.Array(orderDevice),
      summary: 'Devices of an order',
    }),
  })
}

export const installOrderEndpoints = orderEndpointsOf('install', ['an installation order', 'installation orders'])
export const repairOrderEndpoints = orderEndpointsOf('repair', ['a repair order', 'repair orders'])
export const inspectOrderEndpoints = orderEndpointsOf('inspect', ['an inspection order', 'inspection orders'])
export const maintenanceOrderEndpoints = orderEndpointsOf('maintenance', ['a maintenance order', 'maintenance orders'])

/** The calls for an order whose kind is only known at run time. */
export type OrderEndpoints = ReturnType<typeof orderEndpointsOf<OrderKindName>>
