import { sql, type Kysely } from 'kysely'

/** The columns of the board: the most pressing first, then what is due first (features/order/order-views.reads.ts has the same expression). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index work_order_board on work_order
         (kind, status, array_position(array['urgent', 'high', 'normal', 'low'], priority), due_at, id) include (path)
         where status not in ('complete', 'cancelled') and deleted_at is null`,
    )
    .execute(db)
}
