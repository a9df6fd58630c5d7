import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The result of a message or call about an alarm. */
export interface ToldStep {
  readonly alarmId: number
  readonly step: 'notificationSent' | 'notificationDelivered' | 'notificationAnswered' | 'notificationFailed'
  readonly detail: Readonly<Record<string, unknown>>
}

/** Records the results of messages or calls as steps of the alarm's journey, in the transaction that records the results. */
export const recordTold = async (tx: Kysely<Tables>, steps: readonly ToldStep[], at: Date): Promise<void> => {
  if (steps.length === 0) return
  const rows = JSON.stringify(steps.map(({ alarmId, step, detail }) => ({ alarm_id: alarmId, step, detail })))
  await sql`
    insert into alarm_journey (alarm_id, at, step, detail)
    select alarm_id, ${at}, step, detail from jsonb_to_recordset(${rows}::jsonb) as told (alarm_id bigint, step text, detail jsonb)`.execute(
    tx,
  )
}
