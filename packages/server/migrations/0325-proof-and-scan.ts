import { sql, type Kysely } from 'kysely'

/** When the person of a session last proved who they are, and the code that an engineer scanned at a sign-in address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add proved_at timestamptz(3)`.execute(db)
  await sql`alter table order_sign_in add scan text check (scan in ('valid', 'elsewhere', 'forged'))`.execute(db)
}
