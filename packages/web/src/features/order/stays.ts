import type { OrderDetail } from '@emberwatch/contract'

export type HistoryEntry = OrderDetail['history'][number]

interface Stay {
  readonly length: number
  /** The order has left the state. */
  readonly over: boolean
}

interface Stage {
  readonly step: HistoryEntry
  /** How long the order stayed in the state that the step led to; none for a step that led to no other state, nor for the end. */
  readonly stay: Stay | undefined
  /** The step put other engineers on the order. */
  readonly assigned: boolean
}

/** The history as its reader wants it, oldest step first. */
export const staysOf = (history: readonly HistoryEntry[], now: number): Stage[] =>
  history.map((step, index) => {
    const names = step.engineers.join()
    const assigned = names !== '' && names !== (history[index - 1]?.engineers.join() ?? '')
    if (step.from === step.to || step.to === 'complete') return { step, stay: undefined, assigned }
    const next = history.slice(index + 1).find(({ from, to }) => from !== to)
    const until = next ? Date.parse(next.at) : now
    return { step, stay: { length: until - Date.parse(step.at), over: next !== undefined }, assigned }
  })
