import { sql, type Kysely } from 'kysely'

/** When and why a gateway was last refused, and the secret that it had before: one that still uses it is not somebody guessing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway add former_secret_hash bytea, add refused_at timestamptz(3), add refused_reason text`.execute(db)
  await sql`create function gateway_secret_changed() returns trigger language plpgsql as $$
    begin
      if old.activated_at is not null then new.former_secret_hash := old.secret_hash; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger gateway_secret_changed before update of secret_hash on gateway for each row
    when (old.secret_hash is distinct from new.secret_hash) execute function gateway_secret_changed()`.execute(db)
}
