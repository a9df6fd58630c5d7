import { sql, type Kysely } from 'kysely'
import { announce } from '../../../platform/database/notifications.ts'
import type { Tables } from '../../../tables/index.ts'
import { outboxChannel } from './queue-records.ts'

type Db = Kysely<Tables>

/** How many messages of a task are waiting or being sent. A small index covers exactly these. */
export const waitingOfTask = async (db: Db, taskId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message_record where task_id is not null and state in ('queued', 'sending')
       and task_id = ${taskId}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Cancels the waiting messages of a task. Those being sent right now still go out. */
export const cancelTaskRecords = async (tx: Db, taskId: number, at: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('message_record')
    .set({ state: 'cancelled', state_at: at, due_at: null, answer_by: null })
    .where('task_id', '=', taskId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** States of messages that reached nobody. */
const failedStates = ['failed', 'busy', 'noAnswer', 'refused'] as const

/** The last failed record of a task, if there is one. */
export const lastFailed = async (db: Db, taskId: number): Promise<number | null> => {
  const row = await db
    .selectFrom('message_record')
    .select('id')
    .where('task_id', '=', taskId)
    .where('state', 'in', failedStates)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

interface FailedRange {
  readonly taskId: number
  readonly after: number
  readonly until: number
  readonly limit: number
}

/** Failed records of a task in order of id, after `after` and up to `until`, with their receivers. */
export const failedRecords = (
  tx: Db,
  { taskId, after, until, limit }: FailedRange,
): Promise<{ id: number; accountId: number | null }[]> =>
  tx
    .selectFrom('message_record')
    .select(['id', 'account_id as accountId'])
    .where('task_id', '=', taskId)
    .where('state', 'in', failedStates)
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Queues failed records again with new keys, because the provider knows the old ones. */
export const requeueFailed = async (tx: Db, ids: readonly number[], at: Date): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update message_record set state = 'queued', key = gen_random_uuid(), attempts = 0, failure = null, failure_kind = null, provider_ref = null,
        sent_at = null, due_at = ${at}, state_at = ${at}, claimed_until = null
      where id = any(${[...ids]}::bigint[]) and state in ('failed', 'busy', 'noAnswer', 'refused')`.execute(tx)
  await announce(tx, outboxChannel)
}
