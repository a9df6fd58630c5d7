import { endpoint } from '../../kernel/endpoint.ts'
import { input, oneOf, optional, pageInput, pageOf, ref, rowId } from '../../kernel/schema.ts'
import {
  anyOrderCompleteInput,
  anyOrderRecordInput,
  orderDetail,
  orderReceiveInput,
  orderRefuseInput,
  orderRow,
  orderSignedIn,
  orderSignInInput,
  orderStartInput,
} from './order.schema.ts'

const one = input({ id: ref('work_order') })
const acting = ['wrongState', 'precondition'] as const

/** The calls of an engineer's app: the caller's orders of every kind. The verbs are the console's. */
export const orderAppEndpoints = {
  list: endpoint({
    method: 'GET',
    path: 'app/order/list',
    access: 'order:work',
    input: pageInput({ kind: optional(oneOf('orderKind')), status: optional(oneOf('orderStatus')) }, [
      'createdAt',
      'dueAt',
      'updatedAt',
    ]),
    output: pageOf(orderRow),
    summary: 'Orders assigned to the caller, newest first',
  }),
  detail: endpoint({
    method: 'GET',
    path: 'app/order/detail',
    access: 'order:work',
    input: one,
    output: orderDetail,
    summary: 'One of them, with devices, sign addresses and history',
  }),
  receive: endpoint({
    method: 'POST',
    path: 'app/order/receive',
    access: 'order:work',
    input: orderReceiveInput,
    output: rowId,
    summary: 'Receive',
    errors: acting,
  }),
  refuse: endpoint({
    method: 'POST',
    path: 'app/order/refuse',
    access: 'order:work',
    input: orderRefuseInput,
    output: rowId,
    summary: 'Refuse with a reason',
    errors: acting,
  }),
  sign: endpoint({
    method: 'POST',
    path: 'app/order/sign',
    access: 'order:work',
    input: orderSignInInput,
    output: orderSignedIn,
    summary: 'Sign in at a sign address of the order',
    errors: ['reasonRequired', ...acting],
  }),
  start: endpoint({
    method: 'POST',
    path: 'app/order/start',
    access: 'order:work',
    input: orderStartInput,
    output: rowId,
    summary: 'Start work, after signing in',
    errors: acting,
  }),
  record: endpoint({
    method: 'POST',
    path: 'app/order/record',
    access: 'order:work',
    input: anyOrderRecordInput,
    output: rowId,
    summary: 'Save the results of some devices while the work goes on',
    errors: acting,
  }),
  complete: endpoint({
    method: 'POST',
    path: 'app/order/complete',
    access: 'order:work',
    input: anyOrderCompleteInput,
    output: rowId,
    summary: 'Complete, with a result for each device',
    errors: acting,
  }),
} as const
