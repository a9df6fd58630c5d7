import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmCallTable } from '../../../tables/reports.tables.ts'

type Db = Kysely<Tables>

/** The calls about an alarm, newest first. Phone numbers are not masked. */
export const callsOf = (db: Db, alarmId: number) =>
  db
    .selectFrom('alarm_call')
    .leftJoin('account as caller', 'caller.id', 'alarm_call.account_id')
    .select(['alarm_call.id', 'alarm_call.at', 'alarm_call.notifier_id as notifierId', 'alarm_call.name', 'alarm_call.role'])
    .select(['alarm_call.phone', 'alarm_call.result as callResult', 'alarm_call.note', 'caller.name as by'])
    .where('alarm_call.alarm_id', '=', alarmId)
    .orderBy('alarm_call.id', 'desc')
    .execute()

export const insertCall = async (db: Db, call: Insertable<AlarmCallTable>): Promise<number> => {
  const { id } = await db.insertInto('alarm_call').values(call).returning('id').executeTakeFirstOrThrow()
  return id
}
