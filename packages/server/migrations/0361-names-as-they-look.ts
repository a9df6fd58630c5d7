import { sql, type Kysely } from 'kysely'

/** Full-width letters, digits and signs that names and searches now have in their usual width (clean-text.ts in the contract). */
const codes = [[0xff02, 0xff07], [0xff0a, 0xff0b], [0xff0d, 0xff19], [0xff1c, 0xff1e], [0xff20, 0xff5d]].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index),
)
const wide = String.fromCharCode(...codes)
const usual = String.fromCharCode(...codes.map((code) => code - 0xfee0))

/** Names stored before, so that a search still finds them. Only rows that differ are written. None of these names is unique. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['company', 'customer', 'project', 'gateway', 'device'])
    await sql`update ${sql.table(table)} set name = translate(name, ${wide}, ${usual}) where name <> translate(name, ${wide}, ${usual})`.execute(db)
}
