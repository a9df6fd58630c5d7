import { sql, type Kysely } from 'kysely'

/** As in 0361: letters, digits and signs that places now have in their usual width (clean-text.ts in the contract). */
const codes = [[0xff02, 0xff07], [0xff0a, 0xff0b], [0xff0d, 0xff19], [0xff1c, 0xff1e], [0xff20, 0xff5d]].flatMap(([from = 0, to = 0]) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index),
)
const wide = String.fromCharCode(...codes)
const usual = String.fromCharCode(...codes.map((code) => code - 0xfee0))

const clean = (column: string) => sql`translate(${sql.ref(column)}, ${wide}, ${usual})`

/** Places stored before, so that devices of “Ａ栋” and of “A栋” are in one building. Only rows that differ are written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const places = ['building', 'floor', 'room_number', 'place']
  const all = sql.join(places.map((column) => sql`${sql.ref(column)} = ${clean(column)}`))
  const isWide = sql.join(places.map((column) => sql`${sql.ref(column)} <> ${clean(column)}`), sql` or `)
  await sql`update device set ${all} where ${isWide}`.execute(db)
  // One that would become another one keeps its name.
  await sql`update floor_plan set building = ${clean('building')}, floor = ${clean('floor')}
    where (building <> ${clean('building')} or floor <> ${clean('floor')})
      and not exists (select from floor_plan other where other.id <> floor_plan.id and other.project_id = floor_plan.project_id
        and lower(translate(other.building, ${wide}, ${usual})) = lower(translate(floor_plan.building, ${wide}, ${usual}))
        and lower(translate(other.floor, ${wide}, ${usual})) = lower(translate(floor_plan.floor, ${wide}, ${usual})))`.execute(db)
}
