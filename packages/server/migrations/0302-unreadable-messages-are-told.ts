import { sql, type Kysely } from 'kysely'

/**
 * The alarm of a message that cannot be read and may be a fire. Rules that list types of fires one by one apply to it too: whoever is told of
 * smoke is told of what may be smoke. A new installation gets the type from its seed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into alarm_type (code, name_zh, name_en, level, acknowledge_s, close_s)
    select 'unreadable', '无法读取，可能是火警', 'Unreadable, may be a fire', 'fire', 90, 3600
      where exists (select from alarm_type where level = 'fire')
    on conflict (code) do nothing`.execute(db)
  await sql`update notify_rule r
      set alarm_type_ids = (select array_agg(id order by id) from unnest(r.alarm_type_ids || u.id) as id)
    from alarm_type u
    where u.code = 'unreadable' and u.id <> all (r.alarm_type_ids)
      and exists (select from alarm_type t where t.level = 'fire' and t.id = any (r.alarm_type_ids))`.execute(db)
}
