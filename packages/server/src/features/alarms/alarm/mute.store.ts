import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { alarmTimeZone } from './alarm.rows.ts'

type Db = Kysely<Tables>

/** A console reads at most this many ids. Further fires sound along with them. */
const maxSounding = 1_000

/** How far the clocks of processes may differ. */
const skewMs = 60_000
/** The latest plausible start of a timed mute. A later one is from before the clock was set back, and would last longer than intended. */
const latest = (now: Date): string => new Date(now.getTime() + skewMs).toISOString()

/** The alarms among these that are still unconfirmed. */
export const unconfirmedAlarms = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('alarm')
    .select(['id', 'first_at', alarmTimeZone.as('timeZone')])
    .where('id', 'in', ids)
    .where('state', '=', 'unconfirmed')
    .orderBy('id')
    .execute()

/** Mutes alarms for an account, for a time or until somebody acts. Returns those that were not muted before. */
export const insertMutes = async (
  db: Db,
  ids: readonly number[],
  accountId: number,
  { at, until }: { at: Date; until: Date | null },
): Promise<number[]> => {
  const rows = await db
    .insertInto('alarm_mute')
    .values(ids.map((alarm_id) => ({ alarm_id, account_id: accountId, muted_at: at, until })))
    // An alarm whose mute has ended sounds again and may be muted again.
    .onConflict((conflict) =>
      conflict
        .columns(['alarm_id', 'account_id'])
        .doUpdateSet({ muted_at: at, until })
        .where((e) =>
          e.or([
            e('alarm_mute.until', '<=', at.toISOString()),
            e.and([e('alarm_mute.until', 'is not', null), e('alarm_mute.muted_at', '>', latest(at))]),
          ]),
        ),
    )
    .returning('alarm_id')
    .execute()
  return rows.map((row) => row.alarm_id)
}

/** Removes everybody's mutes once somebody has acted: if the alarm is raised again, it sounds again. `db` is not scoped. */
export const removeMutes = async (db: Db, alarmId: number): Promise<void> => {
  await db.deleteFrom('alarm_mute').where('alarm_id', '=', alarmId).execute()
}

/**
 * Unconfirmed alarms of a level that the account has not muted, oldest first; or the tests of people. Those of a project on test are neither:
 * nobody watches them.
 */
export const unmutedAlarmsOf = async (
  db: Db,
  accountId: number | null,
  level: EnumValue<'alarmLevel'> | 'test',
  now: Date,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('alarm')
    .select('alarm.id')
    .where('state', '=', 'unconfirmed')
    .where('test', '=', level === 'test')
    .where((e) => (level === 'test' ? e('tried_by', 'is not', null) : e('level', '=', level)))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('alarm_mute')
            .select(sql`1`.as('one'))
            .whereRef('alarm_mute.alarm_id', '=', 'alarm.id')
            .where('alarm_mute.account_id', '=', accountId)
            .where((m) =>
              m.or([
                m('alarm_mute.until', 'is', null),
                m.and([m('alarm_mute.until', '>', now.toISOString()), m('alarm_mute.muted_at', '<=', latest(now))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('first_at')
    .limit(maxSounding)
    .execute()
  return rows.map((row) => row.id)
}
