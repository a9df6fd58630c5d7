import { sql, type Kysely } from 'kysely'

/** Solved faults by how they were solved, orders by priority: the newest of what there may be few of, or none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index fault_solved_way on fault (solved_way, first_at desc, id desc) include (path) where solved_way is not null;
       create index work_order_priority_newest on work_order (kind, priority, created_at desc, id desc) include (path) where deleted_at is null`,
    )
    .execute(db)
}
