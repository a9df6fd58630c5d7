import type { Insertable, Kysely, Updateable } from 'kysely'
import type { UserFeedbackReplyTable, UserFeedbackTable } from '../../../tables/orders.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Write } from '../../../platform/transact.ts'

/** Feedback in scope, locked until the transaction ends. */
export const lockFeedback = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('user_feedback as feedback')
    .innerJoin('project', 'project.id', 'feedback.project_id')
    .selectAll('feedback')
    .select(['project.name as projectName', 'project.time_zone as timeZone'])
    .where('feedback.id', '=', id)
    .forNoKeyUpdate('feedback')
    .executeTakeFirst()

export type StoredFeedback = NonNullable<Awaited<ReturnType<typeof lockFeedback>>>

/** Changes locked feedback, its version and editor. */
export const updateFeedback = async (write: Write, id: number, changes: Updateable<UserFeedbackTable>): Promise<void> => {
  await write.systemDb // locked by the caller, within scope
    .updateTable('user_feedback')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: write.at, updated_by: write.by }))
    .where('id', '=', id)
    .execute()
}

export const insertReply = async (db: Kysely<Tables>, row: Insertable<UserFeedbackReplyTable>): Promise<void> => {
  await db.insertInto('user_feedback_reply').values(row).execute()
}
