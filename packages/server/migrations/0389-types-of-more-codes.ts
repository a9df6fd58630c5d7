import { sql, type Kysely } from 'kysely'

/**
 * The types of the codes that are seeded now. Rules that list types one by one apply to them too: whoever is notified of a fire is notified of
 * a fire found in another way, and whoever was notified of these troubles as unknown codes still is. A new installation gets the types from its
 * seed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into alarm_type (code, name_zh, name_en, level, acknowledge_s, close_s)
    select code, zh, en, level, case level when 'fire' then 90 else 300 end, case level when 'fire' then 3600 else 14400 end
      from (values ('hydrant', '消火栓按钮报警', 'Hydrant button', 'fire'), ('electrical', '电气火灾监控报警', 'Electrical fire', 'fire'),
                   ('extinguishing', '灭火系统启动', 'Extinguishing system', 'fire'), ('co', '一氧化碳报警', 'Carbon monoxide', 'fire'),
                   ('medical', '医疗求助', 'Medical', 'fire'), ('panic', '紧急求助', 'Panic or duress', 'fire'),
                   ('untyped', '未分类报警', 'Untyped alarm', 'fire'), ('temperature', '温度异常', 'Abnormal temperature', 'warning'),
                   ('technical', '环境异常', 'Technical alarm', 'warning'), ('burglary', '入侵报警', 'Burglary', 'warning'),
                   ('tamper', '防拆报警', 'Tamper', 'warning')) as types (code, zh, en, level)
     where exists (select from alarm_type where level = 'fire')
    on conflict (code) do nothing`.execute(db)
  await sql`insert into fault_type (code, name_zh, name_en)
    select code, zh, en
      from (values ('disabled', '屏蔽', 'Disabled'), ('component', '部件故障', 'Component trouble'), ('system', '系统故障', 'System trouble'),
                   ('battery', '备电故障', 'Battery trouble'), ('power', '电源故障', 'Power supply trouble'), ('bus', '总线故障', 'Bus trouble'),
                   ('line', '线路故障', 'Line trouble'), ('channel', '通信信道故障', 'Communication trouble'),
                   ('backupChannel', '备用通信信道故障', 'Backup communication trouble')) as types (code, zh, en)
     where exists (select from fault_type)
    on conflict (code) do nothing`.execute(db)
  await sql`update notify_rule r
      set alarm_type_ids = (select array_agg(distinct id order by id) from unnest(r.alarm_type_ids || added.ids) as id)
    from (select array_agg(u.id) as ids from alarm_type u
           where u.code in ('hydrant', 'electrical', 'extinguishing', 'co', 'medical', 'panic', 'untyped')) as added
    where exists (select from alarm_type t where t.level = 'fire' and t.id = any (r.alarm_type_ids) and t.id <> all (added.ids))`.execute(db)
  await sql`update notify_rule r
      set alarm_type_ids = (select array_agg(distinct id order by id) from unnest(r.alarm_type_ids || added.ids) as id)
    from (select array_agg(u.id) as ids from alarm_type u where u.code in ('temperature', 'technical', 'burglary', 'tamper')) as added
    where exists (select from alarm_type t where t.code = 'supervisory' and t.id = any (r.alarm_type_ids))`.execute(db)
  await sql`update notify_rule r
      set fault_type_ids = (select array_agg(distinct id order by id) from unnest(r.fault_type_ids || added.ids) as id)
    from (select array_agg(u.id) as ids from fault_type u
           where u.code in ('disabled', 'component', 'system', 'battery', 'power', 'bus', 'line', 'channel', 'backupChannel')) as added
    where exists (select from fault_type t where t.code = 'unknownCode' and t.id = any (r.fault_type_ids))`.execute(db)
}
