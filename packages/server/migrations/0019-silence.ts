import { sql, type Kysely } from 'kysely'

/**
 * When gateways and devices were last heard, and when their silence is looked at next, in the milliseconds of `listening`. The latter is written once in a
 * model's patience and not with every message, so that its index costs the messages nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['gateway', 'device']) {
    await sql
      .raw(
        `alter table ${table} add column heard_ms bigint not null default 0, add column silence_due_ms bigint not null default 0;
         create index ${table}_silence on ${table} (silence_due_ms) where online and deleted_at is null;`,
      )
      .execute(db)
  }
}
