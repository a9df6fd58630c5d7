import type { OrderDetail } from '@emberwatch/contract'

export type HistoryEntry = OrderDetail['history'][number]

interface Stay {
  readonly length: number
  /** The order has left the state. */
  readonly over: boolean
}

/** Each step with the time the order stayed in the state that it led to; none for a step that led to no other state, nor for the end. */
export const staysOf = (history: readonly HistoryEntry[], now: number): { step: HistoryEntry; stay: Stay | undefined }[] =>
  history.map((step, index) => {
    if (step.from === step.to || step.to === 'complete') return { step, stay: undefined }
    const next = history.slice(index + 1).find(({ from, to }) => from !== to)
    const until = next ? Date.parse(next.at) : now
    return { step, stay: { length: until - Date.parse(step.at), over: next !== undefined } }
  })
