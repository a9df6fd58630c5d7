import { sql, type Kysely } from 'kysely'

/** Devices that were registered in a time are found without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index device_created on device (created_at, id) where deleted_at is null`).execute(db)
}
