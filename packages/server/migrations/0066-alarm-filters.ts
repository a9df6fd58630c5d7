import { sql, type Kysely } from 'kysely'

/** Closed alarms by why they were false or how they were handled; orders by what few of them are, and by their last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index alarm_cause on alarm (cause, first_at desc, id desc) include (path) where cause is not null;
       create index alarm_handle_way on alarm (handle_way, first_at desc, id desc) include (path) where handle_way is not null;
       create index work_order_changed on work_order (kind, updated_at desc, id desc) where deleted_at is null;
       create index work_order_priority on work_order (kind, priority, status) include (path) where deleted_at is null;
       create index work_order_origin on work_order (kind, origin, status) include (path) where deleted_at is null;
       create index work_order_rating on work_order (kind, rating, created_at desc, id desc) include (path) where deleted_at is null`,
    )
    .execute(db)
}
