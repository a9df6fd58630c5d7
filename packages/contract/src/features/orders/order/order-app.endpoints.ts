import type { TProperties } from 'typebox'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, instant, oneOf, optional, pageInput, pageOf, ref, rowId, Type, type TObject } from '../../../kernel/schema.ts'
import { anyOrderCompleteInput, anyOrderRecordInput } from './order-work.schema.ts'
import {
  orderDetail,
  orderHoldInput,
  orderReceiveInput,
  orderRefuseInput,
  orderRow,
  orderSignedIn,
  orderSignInInput,
  orderStartInput,
  orderUnholdInput,
} from './order.schema.ts'

const one = input({ id: ref('work_order') })
const acting = ['wrongState', 'precondition', 'requestReused'] as const

/** When a step that is sent later was entered, by the phone's clock. */
const entered = <P extends TProperties>(schema: TObject<P>) => input({ ...schema.properties, enteredAt: optional(instant()) })

/** What the engineer still has to do, or what has been handed in. */
const stages = ['open', 'done'] as const

/**
 * The calls of an engineer's phone: the caller's orders of every kind. The verbs are the console's. A write may be sent again
 * after the network failed, and still happens only once (`once`).
 */
export const orderAppEndpoints = about('order', {
  list: endpoint({
    method: 'GET',
    path: 'app/order/list',
    access: 'order:work',
    input: pageInput(
      {
        kind: optional(oneOf('orderKind')),
        status: optional(oneOf('orderStatus')),
        stage: optional(Type.Unsafe<(typeof stages)[number]>({ type: 'string', enum: [...stages] })),
      },
      ['createdAt', 'dueAt', 'updatedAt'],
    ),
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
    once: true,
    input: entered(orderReceiveInput),
    output: rowId,
    summary: 'Receive',
    errors: acting,
  }),
  refuse: endpoint({
    method: 'POST',
    path: 'app/order/refuse',
    access: 'order:work',
    once: true,
    input: entered(orderRefuseInput),
    output: rowId,
    summary: 'Refuse with a reason',
    errors: acting,
  }),
  sign: endpoint({
    method: 'POST',
    path: 'app/order/sign',
    access: 'order:work',
    once: true,
    input: entered(orderSignInInput),
    output: orderSignedIn,
    summary: 'Sign in at a sign address of the order',
    errors: ['reasonRequired', ...acting],
  }),
  start: endpoint({
    method: 'POST',
    path: 'app/order/start',
    access: 'order:work',
    once: true,
    input: entered(orderStartInput),
    output: rowId,
    summary: 'Start work, after signing in',
    errors: acting,
  }),
  record: endpoint({
    method: 'POST',
    path: 'app/order/record',
    access: 'order:work',
    once: true,
    input: entered(anyOrderRecordInput),
    output: rowId,
    summary: 'Save the results of some devices while the work goes on',
    errors: acting,
  }),
  hold: endpoint({
    method: 'POST',
    path: 'app/order/hold',
    access: 'order:work',
    once: true,
    input: entered(orderHoldInput),
    output: rowId,
    summary: 'Put on hold with a reason, until a time or until somebody goes on',
    errors: acting,
  }),
  unhold: endpoint({
    method: 'POST',
    path: 'app/order/unhold',
    access: 'order:work',
    once: true,
    input: entered(orderUnholdInput),
    output: rowId,
    summary: 'Go on with an order that is on hold',
    errors: acting,
  }),
  contact: endpoint({
    method: 'POST',
    path: 'app/order/contact',
    access: 'order:contact',
    input: input({ id: ref('work_order'), notifierId: ref('project_notifier') }),
    output: Type.Object({ phone: Type.String() }),
    summary: 'The phone of a contact of the site in full, for an engineer of an order that is not closed; every call is audited',
    errors: ['precondition'],
  }),
  complete: endpoint({
    method: 'POST',
    path: 'app/order/complete',
    access: 'order:work',
    once: true,
    persons: ['acceptedBy'],
    input: entered(anyOrderCompleteInput),
    output: rowId,
    summary: 'Complete, with a result for each device',
    errors: acting,
  }),
})
