import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { unfoldSteps, type JourneyRow } from './first-steps.ts'

/** What happened to an alarm, oldest first. */
export const journeyOf = async (db: Kysely<Tables>, alarmId: number): Promise<JourneyRow[]> => {
  const rows = await db
    .selectFrom('alarm_journey')
    .leftJoin('account as actor', 'actor.id', 'alarm_journey.actor_id')
    .select(['alarm_journey.at', 'alarm_journey.step', 'alarm_journey.detail', 'actor.name as actor'])
    .where('alarm_journey.alarm_id', '=', alarmId)
    .orderBy('alarm_journey.at')
    .execute()
  return rows.flatMap(unfoldSteps).toSorted((a, b) => a.at.localeCompare(b.at))
}
