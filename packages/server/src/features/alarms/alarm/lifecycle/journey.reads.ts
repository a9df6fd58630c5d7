import type { Kysely, Selectable } from 'kysely'
import type { AlarmJourneyTable } from '../../../../tables/reports.tables.ts'
import type { Tables } from '../../../../tables/index.ts'

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
export const expandSteps = (row: JourneyRow): JourneyRow[] => {
  const { received, decoded, deviceTime, ...detail } = row.detail as Partial<FirstSteps>
  if (row.step !== 'stored' || received === undefined || decoded === undefined) return [row]
  const before = (step: JourneyRow['step'], at: string, more = {}): JourneyRow => ({ step, at, detail: more, actor: null })
  const steps = [before('received', received), before('decoded', decoded), { ...row, detail }]
  if (deviceTime === undefined) return steps
  const age = Date.parse(received) - Date.parse(deviceTime)
  const isBelieved = age >= 0 && age < believableMs
  return [isBelieved ? before('deviceTime', deviceTime) : before('deviceTime', received, { deviceTime }), ...steps]
}

/** What happened to an alarm, oldest first. */
export const journeyOf = async (db: Kysely<Tables>, alarmId: number): Promise<JourneyRow[]> => {
  const rows = await db
    .selectFrom('alarm_journey')
    .leftJoin('account as actor', 'actor.id', 'alarm_journey.actor_id')
    .select(['alarm_journey.at', 'alarm_journey.step', 'alarm_journey.detail', 'actor.name as actor'])
    .where('alarm_journey.alarm_id', '=', alarmId)
    .orderBy('alarm_journey.at')
    .execute()
  return rows.flatMap(expandSteps).toSorted((a, b) => a.at.localeCompare(b.at))
}
