import type { Selectable } from 'kysely'
import type { AlarmJourneyTable } from '../../tables/reports.tables.ts'

/** A step of an alarm's journey, with the name of the person who took it. */
export type JourneyRow = Pick<Selectable<AlarmJourneyTable>, 'at' | 'step' | 'detail'> & { actor: string | null }

/** A device's clock may be this far off and still be used to draw the journey. It is never used for anything else. */
const believableMs = 24 * 3600 * 1000

/** What happened to a report before its alarm was stored (ISO times). */
export interface FirstSteps {
  readonly received: string
  readonly decoded: string
  readonly deviceTime?: string
}

/**
 * The steps of a journey. Those before `stored` are kept in the row of that step: a storm writes one row for each alarm, not four. Of
 * alarms from before that each has a row of its own.
 */
export const unfoldSteps = (row: JourneyRow): JourneyRow[] => {
  const { received, decoded, deviceTime, ...detail } = row.detail as Partial<FirstSteps>
  if (row.step !== 'stored' || received === undefined || decoded === undefined) return [row]
  const before = (step: JourneyRow['step'], at: string, more = {}): JourneyRow => ({ step, at, detail: more, actor: null })
  const steps = [before('received', received), before('decoded', decoded), { ...row, detail }]
  if (deviceTime === undefined) return steps
  const isBelieved = Math.abs(Date.parse(deviceTime) - Date.parse(received)) < believableMs
  return [isBelieved ? before('deviceTime', deviceTime) : before('deviceTime', received, { deviceTime }), ...steps]
}
