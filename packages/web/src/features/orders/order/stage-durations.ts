import { isClosedOrder, type OrderDetail } from '@emberwatch/contract'

export type HistoryEntry = OrderDetail['history'][number]

interface Duration {
  readonly length: number
  /** The order has left the state. */
  readonly over: boolean
}

interface Stage {
  readonly step: HistoryEntry
  /**
   * How long the order stayed in the status that the step led to. Undefined for a step that did not change the status, and for
   * the last one.
   */
  readonly duration: Duration | undefined
  /** The step assigned other engineers. */
  readonly assigned: boolean
}

/** The history with durations, oldest step first. */
export const stagesOf = (history: readonly HistoryEntry[], now: number): Stage[] =>
  history.map((step, index) => {
    const names = step.engineers.join()
    const assigned = names !== '' && names !== (history[index - 1]?.engineers.join() ?? '')
    if (step.from === step.to || isClosedOrder(step.to)) return { step, duration: undefined, assigned }
    const next = history.slice(index + 1).find(({ from, to }) => from !== to)
    const until = next ? Date.parse(next.at) : now
    return { step, duration: { length: until - Date.parse(step.at), over: next !== undefined }, assigned }
  })
