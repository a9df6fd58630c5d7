import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { StoredAlarm } from './alarm.store.ts'

type Db = Kysely<Tables>

/** A response clock that was exceeded. */
export interface Breach {
  readonly id: number
  readonly first_at: string
  readonly clock: EnumValue<'alarmClock'>
  readonly due_at: string
}

/**
 * Somebody has confirmed or closed an alarm: ends the clocks that this answers, and records those that it answers too late. It does not
 * depend on the job that looks for breaches, so none is missed while the program stands still. `db` has no scope.
 */
export const settleBreaches = async (
  db: Db,
  { id, first_at: firstAt, acknowledge_due_at: acknowledgeDue, close_due_at: closeDue }: StoredAlarm,
  { closing, by, at }: { closing: boolean; by: number | null; at: Date },
): Promise<void> => {
  const isLate = (due: string | null): due is string => due !== null && Date.parse(due) < at.getTime()
  const late = [
    ...(isLate(acknowledgeDue) ? [{ clock: 'acknowledge', due_at: acknowledgeDue, answered: true } as const] : []),
    ...(isLate(closeDue) ? [{ clock: 'close', due_at: closeDue, answered: closing } as const] : []),
  ]
  for (const { clock, due_at, answered } of late) {
    const answer = answered ? { answered_at: at, answered_by: by } : {}
    const insert = db.insertInto('alarm_breach').values({ alarm_id: id, alarm_first_at: firstAt, clock, due_at, ...answer })
    await (
      answered
        ? insert.onConflict((conflict) => conflict.columns(['alarm_id', 'clock', 'due_at']).doUpdateSet(answer))
        : insert.onConflict((conflict) => conflict.doNothing())
    ).execute()
  }
  const next = closing || closeDue === null || isLate(closeDue) ? null : closeDue
  const [first] = late.map(({ due_at }) => due_at).sort()
  await db
    .updateTable('alarm')
    .set({ breach_due_at: next, ...(first === undefined ? {} : { breached_at: sql<string>`coalesce(breached_at, ${first})` }) })
    .where('id', '=', id)
    .where('first_at', '=', firstAt)
    .execute()
}

/** Alarms whose clock was answered some other way than by a verb, e.g. by a restored copy of the data: nothing is due of them. `db` has no scope. */
export const dropAnswered = async (db: Db, now: Date): Promise<void> => {
  await sql`
    update alarm set breach_due_at = case when state in ('unconfirmed', 'confirmed') and close_due_at > ${now} then close_due_at end
     where breach_due_at <= ${now} and not coalesce(
       (state = 'unconfirmed' and acknowledge_due_at <= ${now}) or (state in ('unconfirmed', 'confirmed') and close_due_at <= ${now}), false)`.execute(
    db,
  )
}

/**
 * Records the breaches that are due, oldest first, and returns them. One statement for many alarms; what another process records at the same moment is
 * left to it. `db` has no scope.
 */
export const recordBreaches = async (db: Db, now: Date, limit: number): Promise<Breach[]> => {
  const { rows } = await sql<Breach>`
    with due as (
      select id, first_at, state, acknowledge_due_at, close_due_at from alarm where breach_due_at <= ${now}
       order by breach_due_at limit ${sql.lit(limit)} for no key update skip locked),
    clocks as (
      select id, first_at, 'acknowledge' as clock, acknowledge_due_at as due_at from due where state = 'unconfirmed' and acknowledge_due_at <= ${now}
      union all
      select id, first_at, 'close', close_due_at from due where state in ('unconfirmed', 'confirmed') and close_due_at <= ${now}),
    marked as (
      update alarm a set breached_at = coalesce(a.breached_at, (select min(clocks.due_at) from clocks where clocks.id = a.id)),
          breach_due_at = case when due.state in ('unconfirmed', 'confirmed') then least(
            case when due.state = 'unconfirmed' and due.acknowledge_due_at > ${now} then due.acknowledge_due_at end,
            case when due.close_due_at > ${now} then due.close_due_at end) end
        from due where a.id = due.id and a.first_at = due.first_at)
    insert into alarm_breach (alarm_id, alarm_first_at, clock, due_at)
    select id, first_at, clock, due_at from clocks
    on conflict (alarm_id, clock, due_at) do update set answered_at = alarm_breach.answered_at
    returning alarm_id as id, alarm_first_at as first_at, clock, due_at`.execute(db)
  return rows
}
