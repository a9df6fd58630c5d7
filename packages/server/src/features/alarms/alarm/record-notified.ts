import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** Records in the journey of alarms who is notified now, and who is not and why. One statement for any number of alarms. */
export const recordNotified = async (
  tx: Kysely<Tables>,
  steps: readonly { readonly alarmId: number; readonly detail: Readonly<Record<string, unknown>> }[],
  at: Date,
): Promise<void> => {
  if (steps.length === 0) return
  const rows = JSON.stringify(steps.map(({ alarmId, detail }) => ({ alarm_id: alarmId, detail })))
  await sql`
    insert into alarm_journey (alarm_id, at, step, detail)
    select alarm_id, ${at}, 'notificationQueued', detail from jsonb_to_recordset(${rows}::jsonb) as step (alarm_id bigint, detail jsonb)`.execute(
    tx,
  )
}

/** A person who was called pressed 1 to take over, and has no account with which to confirm the alarm. */
export const recordTaken = async (tx: Kysely<Tables>, alarmIds: readonly number[], receiver: string, at: Date): Promise<void> => {
  if (alarmIds.length === 0) return
  await tx
    .insertInto('alarm_journey')
    .values(
      alarmIds.map((alarm_id) => ({
        alarm_id,
        at,
        step: 'notificationAnswered' as const,
        detail: JSON.stringify({ receiver, channel: 'voice', tookOver: true }),
      })),
    )
    .execute()
}
