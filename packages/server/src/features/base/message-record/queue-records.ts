import { sql, type Insertable, type Kysely } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'

/** Notified when messages are queued, for every process that sends. */
export const outboxChannel = 'emberwatch_outbox'

/** Queues messages and calls in the write that causes them. They are sent once it has committed. */
export const queueRecords = async (tx: Kysely<Tables>, rows: readonly Insertable<MessageRecordTable>[]): Promise<void> => {
  if (rows.length === 0) return
  await tx
    .insertInto('message_record')
    .values([...rows])
    .execute()
  await announce(tx, outboxChannel)
}

/** Cancels what is still queued for runs that have ended. Messages that had been merged into them are sent on their own. Returns how many. */
export const cancelQueued = async (tx: Kysely<Tables>, runIds: readonly number[], at: Date): Promise<number> => {
  if (runIds.length === 0) return 0
  const ended = [...runIds]
  const cancelled = await tx
    .updateTable('message_record')
    .set({ state: 'cancelled', state_at: at, due_at: null, answer_by: null })
    .where(sql<boolean>`run_id = any(${ended}::bigint[])`)
    .where('state', '=', 'queued')
    .returning(['id', 'project_id'])
    .execute()
  await releaseFolded(tx, cancelled, at)
  return cancelled.length
}

/** Messages that had been merged into cancelled ones are sent on their own. */
export const releaseFolded = async (
  tx: Kysely<Tables>,
  cancelled: readonly { readonly id: number; readonly project_id: number | null }[],
  at: Date,
): Promise<void> => {
  if (cancelled.length === 0) return
  const { numAffectedRows } = await sql`
    update message_record set state = 'queued', folded_into = null, attempts = 0, due_at = ${at}, state_at = ${at}
     where state = 'folded' and folded_into = any(${cancelled.map(({ id }) => id)}::bigint[])
       and project_id = any(${cancelled.flatMap(({ project_id: id }) => id ?? [])}::bigint[]) and created_at > ${at}::timestamptz - interval '1 day'
       and exists (select from notification_run as run where run.id = message_record.run_id and run.state <> 'stopped')`.execute(
    tx,
  )
  if (Number(numAffectedRows) > 0) await announce(tx, outboxChannel)
}
