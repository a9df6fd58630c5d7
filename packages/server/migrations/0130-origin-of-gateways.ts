import { sql, type Kysely } from 'kysely'

/** What the factory says of a gateway, as of devices (migration 0112). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table gateway add column produced_on date, add column production_line text, add column qc_result text, add column qc_inspector text,
         add column box text, add column pallet text, add column warehoused_on date, add column shipped_on date;
       create index gateway_box on gateway (box) where box is not null;
       create index gateway_pallet on gateway (pallet) where pallet is not null`,
    )
    .execute(db)
}
