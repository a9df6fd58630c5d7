import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** What became of messages and calls about alarms. */
export interface ToldStep {
  readonly alarmId: number
  readonly step: 'notificationSent' | 'notificationDelivered' | 'notificationAnswered' | 'notificationFailed'
  readonly detail: Readonly<Record<string, unknown>>
}

/** What became of a message or call as a step of the alarm's journey, in the transaction that records it. */
export const recordTold = async (tx: Kysely<Tables>, steps: readonly ToldStep[], at: Date): Promise<void> => {
  if (steps.length === 0) return
  const rows = JSON.stringify(steps.map(({ alarmId, step, detail }) => ({ alarm_id: alarmId, step, detail })))
  await sql`
    insert into alarm_journey (alarm_id, at, step, detail)
    select alarm_id, ${at}, step, detail from jsonb_to_recordset(${rows}::jsonb) as told (alarm_id bigint, step text, detail jsonb)`.execute(
    tx,
  )
}
