import { sql, type Kysely } from 'kysely'

/** The seed called supervisory signals by two Chinese names. Whoever has changed one keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `update alarm_type set name_zh = '消防设施异常' where code = 'supervisory' and name_zh = '消防监管';
       update report_param set reason_zh = '消防设施异常' || substring(reason_zh from 5) where format = 'CID' and reason_zh ~ '^消防监管 20[0-6](恢复)?$'`,
    )
    .execute(db)
}
