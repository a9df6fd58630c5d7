import { sql, type Kysely } from 'kysely'

/** Photos of a device of an order, beside its result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table order_device add column photos text[] not null default '{}'`).execute(db)
}
