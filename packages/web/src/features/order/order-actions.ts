import { decide, type ActorFacts, type OperationCode, type OrderRow } from '@emberwatch/contract'
import type { OrderKind } from './order-kind.ts'

/** What a person may do with an order, in the order of the work, so that what comes next stands first. */
export const orderActions = ['receive', 'start', 'complete', 'verify', 'appraise', 'refuse', 'assign', 'edit', 'del'] as const
export type OrderAction = (typeof orderActions)[number]

/** Verifying is one dialog with two outcomes; the graph judges both alike. */
const inGraph = (action: OrderAction): string => (action === 'verify' ? 'agree' : action)

/** Whoever takes one of the engineer's steps without being assigned acts on behalf. */
const engineerSteps: ReadonlySet<OrderAction> = new Set(['receive', 'refuse', 'start', 'complete'])

export const engineerNames = ({ engineers }: Pick<OrderRow, 'engineers'>): string => engineers.map(({ name }) => name).join(', ')

export const isOnBehalf = (action: OrderAction, { engineers }: Pick<OrderRow, 'engineers'>, actor: ActorFacts): boolean =>
  engineerSteps.has(action) && !engineers.some(({ id }) => id === actor.accountId)

/** Holding any of these, a person is offered the action at all. */
export const operationsOf = ({ graph }: OrderKind, action: OrderAction): OperationCode[] =>
  graph.transitions.filter((transition) => transition.action === inGraph(action)).flatMap(({ operations }) => operations)

/** Why the action is off, as the key of its reason; undefined when it may be taken. */
export const refusalOf = ({ graph }: OrderKind, action: OrderAction, order: OrderRow, actor: ActorFacts) => {
  const decision = decide(graph, inGraph(action), order.status, order, actor)
  if (decision.allowed) return undefined
  // The action is offered only to those who may take it in some state, so it is this state that is in the way.
  return decision.reason === 'noAccess' ? 'wrongState' : decision.reason
}

/** Those that may be taken now, then the others with the reason. */
export const sortedActions = (kind: OrderKind, order: OrderRow, actor: ActorFacts) => {
  const judged = orderActions.map((action) => ({ action, refusal: refusalOf(kind, action, order, actor) }))
  return [...judged.filter(({ refusal }) => refusal === undefined), ...judged.filter(({ refusal }) => refusal !== undefined)]
}
