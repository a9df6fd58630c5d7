import { sql, type Kysely } from 'kysely'

/** Where an engineer installed a device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table order_device add column room_number text`).execute(db)
}
