import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { MessageTaskTable } from '../../../tables/messages.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredTask = Selectable<MessageTaskTable>

/** Stores progress, which is not an edit: neither version nor editor changes. */
export const updateProgress = async (tx: Db, id: number, changes: Updateable<MessageTaskTable>): Promise<void> => {
  await tx.updateTable('message_task').set(changes).where('id', '=', id).execute()
}

/** A task that no other process is working on, locked. */
export const takeTask = (tx: Db, id: number): Promise<StoredTask | undefined> =>
  tx.selectFrom('message_task').selectAll().where('id', '=', id).forNoKeyUpdate().skipLocked().executeTakeFirst()

/** Tasks that are due. */
export const dueTasks = (db: Db, now: Date): Promise<{ id: number }[]> =>
  db
    .selectFrom('message_task')
    .select('id')
    .where('state', '=', 'queued')
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('schedule_at', 'is', null), e('schedule_at', '<=', now.toISOString())]))
    .orderBy('id')
    .limit(100)
    .execute()

export const sendingTasks = (db: Db): Promise<{ id: number }[]> =>
  db.selectFrom('message_task').select('id').where('state', '=', 'sending').orderBy('id').limit(1_000).execute()

/** How many companies have tasks that still queue messages, and how many such tasks the company of this one has, counting at least itself. */
export const tasksUnderWay = async (
  db: Db,
  { company_id }: Pick<StoredTask, 'company_id'>,
): Promise<{ companies: number; own: number }> => {
  const { rows } = await sql<{ companies: number; own: number }>`
    select greatest(count(distinct company_id), 1)::int as companies, greatest(count(*) filter (where company_id = ${company_id}), 1)::int as own
      from message_task where state = 'sending' and push_type <> 'inSite' and (not expanded or retry_until is not null)`.execute(
    db,
  )
  return rows[0] ?? { companies: 1, own: 1 }
}

/** Adds changes to counts by state; a message leaving one state enters another. */
export const addCounts = (counts: Readonly<Record<string, number>>, more: Readonly<Record<string, number>>): string => {
  const sum: Record<string, number> = { ...counts }
  for (const [name, n] of Object.entries(more)) sum[name] = Math.round(((sum[name] ?? 0) + n) * 10_000) / 10_000
  return JSON.stringify(sum)
}

export interface TaskChange {
  readonly taskId: number
  readonly was: string | null
  readonly isNow: string | null
  readonly currency: string | null
  readonly n: number
  readonly cost: number
}

/** Takes noted changes of records away, added up by task and kind. */
export const takeChanges = async (tx: Db, limit: number): Promise<TaskChange[]> => {
  const { rows } = await sql<TaskChange>`
    with gone as (
      delete from message_task_change where id in (
        select id from message_task_change order by id limit ${sql.lit(limit)} for update skip locked)
      returning task_id, was, is_now, cost, currency)
    select task_id as "taskId", was, is_now as "isNow", currency, count(*)::int as n, coalesce(sum(cost), 0)::float8 as cost
      from gone group by task_id, was, is_now, currency order by task_id`.execute(tx)
  return rows
}

export const hasChanges = async (db: Db, taskId: number): Promise<boolean> =>
  (await db.selectFrom('message_task_change').select('id').where('task_id', '=', taskId).limit(1).executeTakeFirst()) !==
  undefined
