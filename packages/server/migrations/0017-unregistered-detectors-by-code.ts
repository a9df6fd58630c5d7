import { sql, type Kysely } from 'kysely'

/** Alarms of detectors that nobody registered are found by parts of the code that was sent, as devices are by theirs (migration 0009). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const branches = [2, 3, 4].map((depth) => `split_part(path, '.', ${depth})`).join(', ')
  await sql
    .raw(
      `create index alarm_sent_code on alarm using gin (word_parts(device_code), ${branches}) where device_id is null and device_code is not null`,
    )
    .execute(db)
}
