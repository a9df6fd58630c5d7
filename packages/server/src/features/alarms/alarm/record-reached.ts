import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

export interface Reached {
  readonly alarmId: number
  readonly channel: EnumValue<'notifyMethod'>
}

/** Records that somebody was reached about alarms, in the transaction of the receipt. Further people over the same channel change nothing. */
export const recordReached = async (tx: Kysely<Tables>, reached: readonly Reached[]): Promise<void> => {
  if (reached.length === 0) return
  const rows = JSON.stringify(reached.map(({ alarmId, channel }) => ({ alarm_id: alarmId, channel })))
  await sql`
    insert into alarm_reached (alarm_id, channel)
    select distinct alarm_id, channel from jsonb_to_recordset(${rows}::jsonb) as told (alarm_id bigint, channel text) order by 1, 2
    on conflict do nothing`.execute(tx)
}
