import { decide, type ActorFacts, type OperationCode, type OrderRow } from '@emberwatch/contract'
import { listed } from '../../../i18n/i18n.ts'
import type { OrderKind } from './order-kind.ts'

/** The actions on an order, in the order of the work, so that the next one comes first. */
export const orderActions = [
  'receive',
  'start',
  'complete',
  'verify',
  'appraise',
  'record',
  'unhold',
  'refuse',
  'assign',
  'reschedule',
  'hold',
  'edit',
  'cancel',
  'del',
] as const
export type OrderAction = (typeof orderActions)[number]

/** Verifying is one dialog with two results. The graph treats both alike. */
const inGraph = (action: OrderAction): string => (action === 'verify' ? 'agree' : action)

/** Whether the user acts on behalf: taking an engineer's step without being assigned. */
const engineerSteps: ReadonlySet<OrderAction> = new Set(['receive', 'refuse', 'start', 'record', 'complete'])

export const engineerNames = ({ engineers }: Pick<OrderRow, 'engineers'>): string => listed(engineers.map(({ name }) => name))

export const isOnBehalf = (action: OrderAction, { engineers }: Pick<OrderRow, 'engineers'>, actor: ActorFacts): boolean =>
  engineerSteps.has(action) && !engineers.some(({ id }) => id === actor.accountId)

/** Any of these operations makes the action available at all. */
export const operationsOf = ({ graph }: OrderKind, action: OrderAction): OperationCode[] =>
  graph.transitions.filter((transition) => transition.action === inGraph(action)).flatMap(({ operations }) => operations)

/** Why the action is disabled, as the key of its reason. Undefined if it is possible. */
const refusalOf = ({ graph }: OrderKind, action: OrderAction, order: OrderRow, actor: ActorFacts) => {
  const decision = decide(graph, inGraph(action), order.status, order, actor)
  if (decision.allowed) return undefined
  // The action is only offered to users who may take it in some state, so it is the current state that prevents it.
  return decision.reason === 'noAccess' ? 'wrongState' : decision.reason
}

/** Possible actions first, then the others with their reason. */
export const sortedActions = (kind: OrderKind, order: OrderRow, actor: ActorFacts) => {
  const checked = orderActions.map((action) => ({ action, refusal: refusalOf(kind, action, order, actor) }))
  return [...checked.filter(({ refusal }) => refusal === undefined), ...checked.filter(({ refusal }) => refusal !== undefined)]
}
