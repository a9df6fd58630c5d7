import { sql, type Kysely } from 'kysely'

/**
 * What is counted to the last one is counted from an index alone: alarms whose clock was exceeded by where they are, the days of a calendar, the places of a
 * map. A keyword finds the orders of its projects by their kind as well. No new alarm has an entry in one of these, only one that nobody answered in time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop index alarm_late;
       create index alarm_late on alarm (first_at desc, id desc, ${branch}) include (path, project_id, type_id, level) where breached_at is not null;
       drop index work_order_day;
       create index work_order_day on work_order (kind, coalesce(scheduled_from, due_at), id, ${branch})
         include (path, scheduled_from, due_at, project_id) where deleted_at is null;
       drop index work_order_board;
       create index work_order_board on work_order
         (kind, status, array_position(array['urgent', 'high', 'normal', 'low'], priority), due_at, id)
         include (path, priority, project_id, finished_at) where status not in ('complete', 'cancelled') and deleted_at is null;
       drop index work_order_project;
       create index work_order_project on work_order (project_id, kind)`,
    )
    .execute(db)
}

const branch = "split_part(path, '.', 2), split_part(path, '.', 3), split_part(path, '.', 4)"
