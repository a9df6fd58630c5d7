import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'

/** Alarms that this console has told the server it has shown. */
const reported = new Set<number>()
let waiting: number[] = []
let busy = false

const most = 100

/** One call at a time: what comes meanwhile goes together in the next one. */
const send = async (): Promise<void> => {
  while (waiting.length > 0) {
    const ids = waiting.slice(0, most)
    waiting = waiting.slice(most)
    // A step of the journey is not worth a message to the operator; the next painting tries again.
    await call(endpoints.alarm.shown, { ids }, { quiet: true }).catch(() => ids.forEach((id) => reported.delete(id)))
  }
  busy = false
}

/** Tells the server, once for each alarm, that it stands on this screen: after the next painting, which a hidden tab does not have. */
export const reportShown = (ids: readonly number[]): void => {
  const fresh = ids.filter((id) => !reported.has(id))
  for (const id of fresh) reported.add(id)
  waiting.push(...fresh)
  if (busy || waiting.length === 0) return
  busy = true
  requestAnimationFrame(() => setTimeout(() => void send()))
}

/** Reports those of the rows that nobody has confirmed yet. */
export const useShown = (rows: readonly Pick<AlarmRow, 'id' | 'state'>[] | undefined): void => {
  useEffect(() => {
    if (rows) reportShown(rows.filter(({ state }) => state === 'unconfirmed').map(({ id }) => id))
  }, [rows])
}
