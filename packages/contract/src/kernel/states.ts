import type { TObject } from 'typebox'
import type { OperationCode } from '../menus.ts'

/** The facts about the acting person that a precondition may use. */
export interface ActorFacts {
  readonly accountId: number | null
  readonly accountType: string
  readonly companyId: number | null
  readonly operations: ReadonlySet<string>
}

/** A condition in addition to state and permission: pure, so that server and console decide alike. Its name is the key of the reason's text. */
export type Precondition<Row> = (row: Row, actor: ActorFacts) => boolean

export interface Transition<State extends string, Row, Reason extends string> {
  readonly action: string
  readonly from: readonly State[]
  readonly to: State
  /** Holders of any of these may act. Empty: only the system does. */
  readonly operations: readonly OperationCode[]
  /** What the action requires from the caller in addition to the row's id. */
  readonly input?: TObject
  /** All must hold; each names the text that says why the button is disabled. */
  readonly needs?: readonly Reason[]
  /** Carried out by the system, never by a button. */
  readonly automatic?: true
  readonly __row?: Row
}

export interface StateGraph<State extends string, Row, Reason extends string> {
  readonly name: string
  readonly field: string
  readonly states: readonly State[]
  readonly initial: readonly State[]
  readonly preconditions: Readonly<Record<Reason, Precondition<Row>>>
  readonly transitions: readonly Transition<State, Row, Reason>[]
}

/** All states that can be reached by transitions from an initial one. */
const reachableStates = (
  initial: readonly string[],
  transitions: readonly { readonly from: readonly string[]; readonly to: string }[],
): ReadonlySet<string> => {
  const reachable = new Set<string>(initial)
  for (let before = 0; before < reachable.size;) {
    before = reachable.size
    for (const { from, to } of transitions) if (from.some((state) => reachable.has(state))) reachable.add(to)
  }
  return reachable
}

/**
 * Declares a state graph as data and checks it: every state can be reached from an initial one, every transition names known states.
 * @throws Error naming the flaw, when the module is first loaded.
 */
export const states =
  <Row>() =>
  <const State extends string, Reason extends string>(graph: StateGraph<State, Row, Reason>): StateGraph<State, Row, Reason> => {
    const known = new Set<string>(graph.states)
    for (const { action, from, to } of graph.transitions)
      for (const state of [...from, to]) if (!known.has(state)) throw new Error(`${graph.name}.${action}: unknown state ${state}`)
    const reachable = reachableStates(graph.initial, graph.transitions)
    for (const state of graph.states)
      if (!reachable.has(state)) throw new Error(`${graph.name}: state ${state} cannot be reached`)
    return graph
  }

/** Why an action is disabled: the state forbids it, the caller lacks permission, or a named precondition does not hold. */
export type Refusal<Reason extends string = string> = 'wrongState' | 'noAccess' | Reason

export type Decision<State extends string, Reason extends string = string> =
  | { allowed: true; to: State }
  | { allowed: false; reason: Refusal<Reason> }

/** Whether `actor` may carry out `action` on `row` in `state`. Several rows of the table may share an action; the first match decides. */
export const decide = <State extends string, Row, Reason extends string>(
  graph: StateGraph<State, Row, Reason>,
  action: string,
  state: State,
  row: Row,
  actor: ActorFacts,
): Decision<State, Reason> => {
  const candidates = graph.transitions.filter((transition) => transition.action === action && transition.from.includes(state))
  const isHeld = ({ operations }: { readonly operations: readonly string[] }): boolean =>
    operations.some((code) => actor.operations.has(code))
  // Who may act in another state is told the state, not a lack of rights: an engineer who completes before starting.
  const isElsewhere = graph.transitions.some((transition) => transition.action === action && isHeld(transition))
  let refusal: Refusal<Reason> = candidates.length === 0 || isElsewhere ? 'wrongState' : 'noAccess'
  for (const transition of candidates) {
    if (!transition.automatic && !isHeld(transition)) continue
    const unmet = transition.needs?.find((name) => !graph.preconditions[name](row, actor))
    if (unmet === undefined) return { allowed: true, to: transition.to }
    refusal = unmet
  }
  return { allowed: false, reason: refusal }
}

/** The actions that a person may see on a row in any state, each once, in the table's order. */
export const actionsOf = <State extends string, Row, Reason extends string>(graph: StateGraph<State, Row, Reason>): string[] => [
  ...new Set(graph.transitions.filter((transition) => !transition.automatic).map((transition) => transition.action)),
]
