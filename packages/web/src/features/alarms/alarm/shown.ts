import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'

/** Alarms already reported to the server as shown. */
const reported = new Set<number>()
let waiting: number[] = []
let busy = false

const batchSize = 100
/** More than are ever shown at once. */
const mostReported = 20_000

/** One call at a time: alarms that arrive meanwhile are sent together in the next one. */
const send = async (): Promise<void> => {
  while (waiting.length > 0) {
    const ids = waiting.slice(0, batchSize)
    waiting = waiting.slice(batchSize)
    // A failure is not worth a message to the operator. The next render retries.
    await call(endpoints.alarm.shown, { ids }, { quiet: true }).catch(() => ids.forEach((id) => reported.delete(id)))
  }
  busy = false
}

/** Reports to the server, once per alarm, that it is on this screen: after the next paint, which a hidden tab does not have. */
export const reportShown = (ids: readonly number[]): void => {
  const fresh = ids.filter((id) => !reported.has(id))
  for (const id of fresh) reported.add(id)
  // The oldest are forgotten: reporting one again changes nothing.
  for (const id of reported) {
    if (reported.size <= mostReported) break
    reported.delete(id)
  }
  waiting.push(...fresh)
  if (busy || waiting.length === 0) return
  busy = true
  requestAnimationFrame(() => setTimeout(() => void send()))
}

/** An alarm that is raised again is a new fire, which nobody has seen yet. */
export const forgetShown = (ids: readonly number[]): void => ids.forEach((id) => reported.delete(id))

/** Reports the rows that are still unconfirmed. */
export const useShown = (rows: readonly Pick<AlarmRow, 'id' | 'state'>[] | undefined): void => {
  useEffect(() => {
    if (rows) reportShown(rows.filter(({ state }) => state === 'unconfirmed').map(({ id }) => id))
  }, [rows])
}
