import type { EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Write } from '../../../platform/transact.ts'

/** Adds a step to the journeys of all open alarms of a site, in one statement: there may be thousands. */
export const recordSiteStep = async (
  { systemDb, at, by }: Write,
  projectId: number,
  states: readonly EnumValue<'alarmState'>[],
  { step, detail }: { step: EnumValue<'journeyStep'>; detail: Readonly<Record<string, unknown>> },
): Promise<void> => {
  await sql`
    insert into alarm_journey (alarm_id, at, step, actor_id, detail)
    select id, ${at}, ${step}, ${by}, ${JSON.stringify(detail)}::jsonb from alarm where project_id = ${projectId} and state = any(${[...states]})`.execute(
    systemDb,
  )
}
