import type { ActorFacts, OrderRow } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { isOnBehalf, operationsOf, sortedActions } from './order-actions.ts'
import { orderKind } from './order-kind.ts'

const repair = orderKind('repair')
const actor = (accountId: number, ...operations: string[]): ActorFacts => ({
  accountId,
  accountType: 'distributor',
  companyId: 1,
  operations: new Set(operations),
})
const manager = actor(
  1,
  'repairOrder:edit',
  'repairOrder:del',
  'repairOrder:assign',
  'repairOrder:onBehalf',
  'repairOrder:verify',
  'repairOrder:appraise',
)
const engineer = actor(2, 'order:work')

const order = (status: OrderRow['status'], facts: Partial<OrderRow> = {}): OrderRow => ({
  id: 9,
  companyId: 1,
  code: 'R-9',
  kind: 'repair',
  status,
  origin: 'manual',
  priority: 'normal',
  projectId: 1,
  projectName: '',
  customerName: '',
  timeZone: 'Asia/Shanghai',
  companyName: '',
  description: '',
  deviceCount: 1,
  engineers: [{ id: 2, name: 'Engineer 1', phone: null, available: true }],
  scheduledFrom: null,
  scheduledTo: null,
  dueAt: null,
  firstResponseAt: null,
  heldFrom: status === 'on_hold' ? 'processing' : null,
  holdUntil: null,
  holdReason: null,
  finishedAt: null,
  rating: null,
  completedById: null,
  creatorCompanyId: 1,
  sitesMissing: 0,
  sitesSigned: 0,
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-11-20T00:00:00.000Z',
  updatedBy: null,
  ...facts,
})
const possible = (row: OrderRow, who: ActorFacts) =>
  sortedActions(repair, row, who)
    .filter(({ refusal }) => refusal === undefined)
    .map(({ action }) => action)
const refusal = (row: OrderRow, who: ActorFacts, wanted: string) =>
  sortedActions(repair, row, who).find(({ action }) => action === wanted)?.refusal

test.each([
  ['pending_assign', ['assign', 'reschedule', 'hold', 'edit', 'cancel', 'del']],
  ['pending_receive', ['receive', 'refuse', 'assign', 'reschedule', 'hold', 'edit', 'cancel', 'del']],
  ['pending_complete', ['start', 'complete', 'assign', 'reschedule', 'hold', 'cancel']],
  ['processing', ['complete', 'record', 'assign', 'reschedule', 'hold', 'cancel']],
  ['pending_verify', ['verify']],
  ['pending_evaluation', ['appraise']],
  ['complete', []],
  ['on_hold', ['unhold', 'reschedule', 'cancel']],
  ['cancelled', []],
] as const)('%s: a manager may %j, the next step first', (status, wanted) => {
  expect(possible(order(status), manager)).toEqual(wanted)
})

test('an assigned engineer starts before completing, and signs in first', () => {
  expect(possible(order('pending_complete'), engineer)).toEqual(['start', 'hold'])
  expect(refusal(order('pending_complete'), engineer, 'complete')).toBe('wrongState')
  expect(refusal(order('pending_complete', { sitesMissing: 1 }), engineer, 'start')).toBe('signedInAtSites')
  expect(possible(order('pending_complete', { sitesMissing: 1, sitesSigned: 1 }), engineer)).toEqual(['start', 'hold'])
  expect(refusal(order('pending_receive', { engineers: [] }), engineer, 'receive')).toBe('assignedEngineer')
})

test('each disabled action has a reason, and none is lost', () => {
  const actions = sortedActions(repair, order('pending_verify', { completedById: 1 }), manager)
  expect(actions).toHaveLength(14)
  expect(actions.find(({ action }) => action === 'verify')?.refusal).toBe('notTheCompleter')
  expect(refusal(order('pending_assign', { creatorCompanyId: 5 }), manager, 'edit')).toBe('ownCompany')
})

test('an engineer’s steps taken by somebody else are on behalf', () => {
  expect(isOnBehalf('start', order('pending_complete'), manager)).toBe(true)
  expect(isOnBehalf('start', order('pending_complete'), engineer)).toBe(false)
  expect(isOnBehalf('assign', order('pending_assign'), manager)).toBe(false)
  expect(operationsOf(repair, 'complete')).toEqual(['repairOrder:onBehalf', 'order:work'])
})
