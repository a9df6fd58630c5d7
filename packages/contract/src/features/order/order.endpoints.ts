import { endpoint } from '../../kernel/endpoint.ts'
import { exportInput, exportStarted } from '../file/file.schema.ts'
import { enums } from '../../kernel/enums.ts'
import { input, noInput, nothing, optional, options, ref, rowId, text, Type } from '../../kernel/schema.ts'
import {
  orderAppraiseInput, orderAssignInput, orderCompleteInput, orderDetail, orderDevice, orderHistoryEntry, orderPage, orderPageInput, orderReceiveInput, orderRefuseInput, orderStartInput,
  orderVerifyInput, repairCreateInput, repairDevice, repairEditInput,
} from './order.schema.ts'

const one = input({ id: ref('work_order') })
const base = 'web/order/repair'
const work = ['repairOrder:onBehalf', 'order:work'] as const
const acting = ['wrongState', 'precondition'] as const

export const repairOrderEndpoints = {
  page: endpoint({ method: 'GET', path: `${base}/page`, access: 'repairOrder:view', input: orderPageInput, output: orderPage, summary: 'Repair orders, newest first, with counts by status' }),
  detail: endpoint({ method: 'GET', path: `${base}/detail`, access: 'repairOrder:view', input: one, output: orderDetail, summary: 'One repair order with devices, sites and history' }),
  export: endpoint({ method: 'GET', path: `${base}/export`, access: 'repairOrder:view', input: exportInput(orderPageInput), output: exportStarted, summary: 'Export the filtered repair orders' }),
  device: endpoint({ method: 'GET', path: `${base}/device`, access: ['repairOrder:create', 'repairOrder:edit'], input: input({ code: text(40) }), output: repairDevice, summary: 'Look a device up by its code; it must exist', errors: ['deviceMissing'] }),
  create: endpoint({ method: 'POST', path: `${base}/create`, access: 'repairOrder:create', input: repairCreateInput, output: rowId, summary: 'Create a repair order', errors: ['projectNotApproved', 'engineerUnfit'] }),
  edit: endpoint({ method: 'POST', path: `${base}/edit`, access: 'repairOrder:edit', input: repairEditInput, output: rowId, summary: 'Edit a repair order that nobody has received', errors: ['staleVersion', ...acting] }),
  del: endpoint({ method: 'POST', path: `${base}/del`, access: 'repairOrder:del', input: one, output: nothing, summary: 'Delete a repair order that nobody has received', errors: acting }),
  assign: endpoint({ method: 'POST', path: `${base}/assign`, access: 'repairOrder:assign', input: orderAssignInput, output: rowId, summary: 'Assign, or assign again', errors: ['engineerUnfit', ...acting] }),
  receive: endpoint({ method: 'POST', path: `${base}/receive`, access: work, input: orderReceiveInput, output: rowId, summary: 'Receive, as an assigned engineer or on behalf of one', errors: acting }),
  refuse: endpoint({ method: 'POST', path: `${base}/refuse`, access: work, input: orderRefuseInput, output: rowId, summary: 'Refuse with a reason', errors: acting }),
  start: endpoint({ method: 'POST', path: `${base}/start`, access: work, input: orderStartInput, output: rowId, summary: 'Start work', errors: acting }),
  complete: endpoint({ method: 'POST', path: `${base}/complete`, access: work, input: orderCompleteInput, output: rowId, summary: 'Complete, with a result for each device', errors: acting }),
  verify: endpoint({ method: 'POST', path: `${base}/verify`, access: 'repairOrder:verify', input: orderVerifyInput, output: rowId, summary: 'Agree or deny', errors: ['reasonRequired', ...acting] }),
  appraise: endpoint({ method: 'POST', path: `${base}/appraise`, access: 'repairOrder:appraise', input: orderAppraiseInput, output: rowId, summary: 'Rate the work, 1 to 5', errors: acting }),
  assignList: endpoint({ method: 'GET', path: `${base}/assignList`, access: 'repairOrder:view', input: one, output: Type.Array(orderHistoryEntry), summary: 'Dispatch history' }),
  verifyList: endpoint({ method: 'GET', path: `${base}/verifyList`, access: 'repairOrder:view', input: one, output: Type.Array(orderHistoryEntry), summary: 'Audit history' }),
  deviceList: endpoint({ method: 'GET', path: `${base}/deviceList`, access: 'repairOrder:view', input: one, output: Type.Array(orderDevice), summary: 'Devices of an order' }),
} as const

const enumeration = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))

export const orderCommonEndpoints = {
  engineer: endpoint({ method: 'GET', path: 'web/order/common/engineer', access: ['repairOrder:create', 'repairOrder:assign', 'repairOrder:view'], input: input({ keyword: optional(text(40)) }), output: options, summary: 'Enabled engineers in scope' }),
  project: endpoint({ method: 'GET', path: 'web/order/common/project', access: ['repairOrder:view'], input: input({ keyword: optional(text(60)) }), output: options, summary: 'Projects in scope' }),
  site: endpoint({ method: 'GET', path: 'web/order/common/site', access: ['repairOrder:view'], input: input({ projectId: ref('project') }), output: options, summary: 'Sign addresses of a project' }),
  origin: endpoint({ method: 'GET', path: 'web/order/common/origin', access: 'session', input: noInput, output: enumeration, summary: `Order origins: ${enums.orderOrigin.join(', ')}` }),
  completeType: endpoint({ method: 'GET', path: 'web/order/common/completeType', access: 'session', input: noInput, output: enumeration, summary: 'Complete types' }),
} as const
