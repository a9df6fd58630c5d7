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
    select distinct alarm_id, channel from jsonb_to_recordset(${rows}::jsonb) as reached (alarm_id bigint, channel text) order by 1, 2
    on conflict do nothing`.execute(tx)
}

/** Alarms per statement, so that none is locked for long. */
const atOnce = 500

/**
 * Copies the channels over which somebody was reached to the alarms, newest first, so that the list can be filtered by them. A receipt does
 * not wait for people who work on the alarm, nor does a new signal wait for a receipt: locked alarms are left for the next time. Returns
 * how many were updated.
 */
export const listReached = async (db: Kysely<Tables>, stopping?: AbortSignal): Promise<number> => {
  let listed = 0
  for (let count = 1; count > 0 && !stopping?.aborted; listed += count) count = await listSome(db)
  return listed
}

const listSome = async (db: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql`
    with
      due as (select distinct alarm_id from alarm_reached where not listed order by alarm_id desc limit ${sql.lit(atOnce)}),
      free as (select id, first_at from alarm where id in (select alarm_id from due) for no key update skip locked),
      put as (
        update alarm set reached = array(select channel from alarm_reached r where r.alarm_id = alarm.id order by channel)
        from free where alarm.id = free.id and alarm.first_at = free.first_at returning alarm.id)
    update alarm_reached set listed = true from put where alarm_id = put.id and not listed returning put.id`.execute(db)
  return rows.length
}
