import type { Selectable } from 'kysely'
import type { AlarmJourneyTable } from '../../../tables/reports.tables.ts'

/** A step of an alarm's journey, with the name of the person who took it. */
export type JourneyRow = Pick<Selectable<AlarmJourneyTable>, 'at' | 'step' | 'detail'> & { actor: string | null }

/** How late a report may be for its device's clock to be shown as a step of its own. A time that had not come is never one. */
const believableMs = 24 * 3600 * 1000

/** What happened to a report before its alarm was stored (ISO times). */
export interface FirstSteps {
  readonly received: string
  readonly decoded: string
  readonly deviceTime?: string
}

/**
 * The steps of a journey. Those before `stored` are kept in the row of that step: a storm then writes one row per alarm, not four. For
 * older alarms each step has its own row.
 */
export const unfoldSteps = (row: JourneyRow): JourneyRow[] => {
  const { received, decoded, deviceTime, ...detail } = row.detail as Partial<FirstSteps>
  if (row.step !== 'stored' || received === undefined || decoded === undefined) return [row]
  const before = (step: JourneyRow['step'], at: string, more = {}): JourneyRow => ({ step, at, detail: more, actor: null })
  const steps = [before('received', received), before('decoded', decoded), { ...row, detail }]
  if (deviceTime === undefined) return steps
  const age = Date.parse(received) - Date.parse(deviceTime)
  const isBelieved = age >= 0 && age < believableMs
  return [isBelieved ? before('deviceTime', deviceTime) : before('deviceTime', received, { deviceTime }), ...steps]
}
