import { sql, type Kysely } from 'kysely'

/**
 * The channels over which somebody was reached about an alarm. Beside it, because receipts come while people work on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table alarm_reached (
         alarm_id bigint not null,
         channel text not null,
         primary key (alarm_id, channel)
       );
       insert into alarm_reached (alarm_id, channel)
       select distinct alarm_id, channel from message_record record
        where alarm_id is not null and ((record.channel = 'voice' and record.state = 'answered')
           or (record.channel <> 'voice' and record.state in ('delivered', 'read', 'answered')))`,
    )
    .execute(db)
}
