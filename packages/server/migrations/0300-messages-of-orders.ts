import { sql, type Kysely } from 'kysely'

/** The in-site messages about an order, which are found by the page they link to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_of_order on message (link, id desc) where link like '/order/%'`.execute(db)
}
