import { sql, type Kysely } from 'kysely'

/** Chinese names of the seed, in the words of the trade: one for each signal, and restored as people say it. Whoever has changed one keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `update alarm_type set name_zh = '监管' where code = 'supervisory' and name_zh = '消防设施异常';
       update fault_type set name_zh = '监管' where code = 'supervisory' and name_zh = '消防设施异常';
       update report_param set reason_zh = '监管' || substring(reason_zh from 7) where format = 'CID' and reason_zh ~ '^消防设施异常 20[0-6](恢复)?$';
       update report_param set reason_zh = words.new
         from (values ('主电丢失', '主电故障'), ('主电丢失恢复', '主电恢复'), ('电池电量低恢复', '电池电量恢复正常'),
                      ('水流', '水流指示'), ('水流恢复', '水流指示复位')) as words (old, new)
         where reason_zh = words.old and format in ('CID', 'EW') and code in
           ('1301', '6301', '3301', 'mains', 'restore:mains', '3302', 'restore:low_battery', '1113', '6113', '3113', 'water_flow', 'restore:water_flow')`,
    )
    .execute(db)
}
