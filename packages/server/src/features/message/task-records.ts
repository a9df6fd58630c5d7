import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { outboxChannel } from './queue-records.ts'

type Db = Kysely<Tables>

/** How many messages of tasks wait or are being sent, of one task or of all. Two small indexes hold just these. */
export const waitingOfTasks = async (db: Db, taskId?: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message_record where task_id is not null and state in ('queued', 'sending')
       and ${taskId === undefined ? sql`true` : sql`task_id = ${taskId}`}`.execute(db)
  return rows[0]?.n ?? 0
}

/** What still waits of a task is not sent. What is being sent right now goes out. */
export const cancelTaskRecords = async (tx: Db, taskId: number, at: Date): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('message_record')
    .set({ state: 'cancelled', state_at: at, due_at: null, answer_by: null })
    .where('task_id', '=', taskId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Those did not reach anybody. */
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

/**
 * Queues failed records of a task again, in the order of their ids: those after `after` up to `until`. With a key of its own, because the provider knows the
 * one that failed. Answers the ids.
 */
export const requeueFailed = async (
  tx: Db,
  { taskId, after, until, limit, at }: { taskId: number; after: number; until: number; limit: number; at: Date },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update message_record set state = 'queued', key = gen_random_uuid(), attempts = 0, failure = null, failure_kind = null, provider_ref = null,
        due_at = ${at}, state_at = ${at}, claimed_until = null
      where (id, created_at) in (
        select id, created_at from message_record
         where task_id = ${taskId} and state in ('failed', 'busy', 'noAnswer', 'refused') and id > ${after} and id <= ${until} order by id limit ${sql.lit(limit)})
      returning id`.execute(tx)
  if (rows.length > 0) await sql`select pg_notify(${outboxChannel}, '')`.execute(tx)
  return rows.map(({ id }) => id)
}
