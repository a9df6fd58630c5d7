import { sql, type Kysely } from 'kysely'

/** What the factory says of a device. Boxes and pallets are looked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table device add column production_line text, add column qc_result text, add column qc_inspector text, add column box text,
         add column pallet text, add column warehoused_on date, add column shipped_on date;
       create index device_box on device (box) where box is not null;
       create index device_pallet on device (pallet) where pallet is not null`,
    )
    .execute(db)
}
