import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** Who is told of alarms now, and who is not and why, as a step of the journey of each: one statement for any number of them. */
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

/** Somebody who was called pressed 1, and has no account by which the alarm could be confirmed. */
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
