import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../../tables/index.ts'
import { addCauses, type Cause } from '../../notify-cause/cause.batch.ts'
import type { StoredAlarm } from '../alarm.store.ts'

type Db = Kysely<Tables>

/** A response clock that was exceeded. */
export interface Breach {
  readonly id: number
  readonly first_at: string
  readonly clock: EnumValue<'alarmClock'>
  readonly due_at: string
}

type Place = Pick<StoredAlarm, 'company_id' | 'path' | 'customer_id' | 'project_id' | 'device_id' | 'type_id' | 'level'>

/** The cause that people are notified of when a response clock is exceeded. */
export const breachCause = (
  place: Place,
  breach: { readonly id: number; readonly firstAt: string; readonly clock: EnumValue<'alarmClock'>; readonly roundAt: string },
): Cause => ({
  kind: 'breach',
  ...breach,
  companyId: place.company_id,
  path: place.path,
  customerId: place.customer_id,
  projectId: place.project_id,
  deviceId: place.device_id,
  typeId: place.type_id,
  level: place.level,
})

/**
 * Somebody has confirmed or closed an alarm: ends the clocks that this answers, and records those that it answers too late. It does not
 * depend on the job that looks for breaches, so none is missed during downtime. `db` is not scoped.
 */
export const settleBreaches = async (
  db: Db,
  alarm: StoredAlarm,
  { closing, by, at }: { closing: boolean; by: number | null; at: Date },
): Promise<void> => {
  const { id, first_at: firstAt, acknowledge_due_at: acknowledgeDue, close_due_at: closeDue } = alarm
  const isLate = (due: string | null): due is string => due !== null && Date.parse(due) < at.getTime()
  const late = [
    ...(isLate(acknowledgeDue) ? [{ clock: 'acknowledge', due_at: acknowledgeDue, answered: true } as const] : []),
    ...(isLate(closeDue) ? [{ clock: 'close', due_at: closeDue, answered: closing } as const] : []),
  ]
  for (const { clock, due_at, answered } of late) {
    const answer = answered ? { answered_at: at, answered_by: by } : {}
    const insert = db.insertInto('alarm_breach').values({ alarm_id: id, alarm_first_at: firstAt, clock, due_at, ...answer })
    if (answered) {
      await insert.onConflict((conflict) => conflict.columns(['alarm_id', 'clock', 'due_at']).doUpdateSet(answer)).execute()
      continue
    }
    // Exceeded, and not answered by this action: people are notified, as when the job finds it.
    const found = await insert
      .onConflict((conflict) => conflict.doNothing())
      .returning('clock')
      .execute()
    await addCauses(
      db,
      found.map(() => breachCause(alarm, { id, firstAt, clock, roundAt: due_at })),
    )
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

/** Whether an exceeded clock of an alarm is already recorded. */
const isRecorded = (alarm: string, clock: EnumValue<'alarmClock'>, due: string) =>
  sql.raw(
    `exists (select from alarm_breach known where known.alarm_id = ${alarm}.id and known.clock = '${clock}' and known.due_at = ${alarm}.${due})`,
  )

/** When the alarm's next clock will be exceeded, of those not exceeded yet. */
const nextDue = (alarm: string, now: Date) =>
  sql`case when ${sql.raw(alarm)}.state in ('unconfirmed', 'confirmed') then least(
    case when ${sql.raw(alarm)}.state = 'unconfirmed' and ${sql.raw(alarm)}.acknowledge_due_at > ${now} then ${sql.raw(alarm)}.acknowledge_due_at end,
    case when ${sql.raw(alarm)}.close_due_at > ${now} then ${sql.raw(alarm)}.close_due_at end) end`

/**
 * Clears the due time of alarms whose clock was answered or recorded other than by a verb, such as by a restored copy of the data. A locked
 * alarm is left for the next time: waiting for it would keep all the others locked. `db` is not scoped.
 */
export const dropAnswered = async (db: Db, now: Date): Promise<void> => {
  await sql`
    with answered as (
      select a.id, a.first_at from alarm a
       where a.breach_due_at <= ${now} and not coalesce(
         (a.state = 'unconfirmed' and a.acknowledge_due_at <= ${now} and not ${isRecorded('a', 'acknowledge', 'acknowledge_due_at')})
         or (a.state in ('unconfirmed', 'confirmed') and a.close_due_at <= ${now} and not ${isRecorded('a', 'close', 'close_due_at')}), false)
       for no key update skip locked)
    update alarm a set breach_due_at = ${nextDue('a', now)} from answered where a.id = answered.id and a.first_at = answered.first_at`.execute(
    db,
  )
}

/** Companies with alarms of which a clock is exceeded, the longest exceeded first. `db` is not scoped. */
export const overdueCompanies = async (db: Db, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select company_id as id from alarm where breach_due_at <= ${now} group by company_id order by min(breach_due_at)`.execute(db)
  return rows.map(({ id }) => id)
}

/** The alarms of a company of which a clock is exceeded. `id`: only this one. */
export interface DueAlarms {
  readonly companyId: number
  readonly limit: number
  readonly id?: number
}

/** Their ids, the longest exceeded first. `db` is not scoped. */
export const overdueAlarms = async (db: Db, now: Date, { companyId, limit }: DueAlarms): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from alarm where breach_due_at <= ${now} and company_id = ${companyId} order by breach_due_at limit ${sql.lit(limit)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Records the due breaches of a company, oldest first, and returns them. Each is returned once, even if its alarm comes up again for the
 * other clock. One statement for many alarms; what another process records at the same moment is left to it. `db` is not scoped.
 */
export const recordBreaches = async (db: Db, now: Date, { companyId, limit, id }: DueAlarms): Promise<Breach[]> => {
  const only = id === undefined ? sql`` : sql`and id = ${id}`
  const { rows } = await sql<Breach>`
    with due as (
      select id, first_at, state, acknowledge_due_at, close_due_at from alarm where breach_due_at <= ${now} and company_id = ${companyId} ${only}
       order by breach_due_at limit ${sql.lit(limit)} for no key update skip locked),
    clocks as (
      select id, first_at, 'acknowledge' as clock, acknowledge_due_at as due_at from due
       where state = 'unconfirmed' and acknowledge_due_at <= ${now} and not ${isRecorded('due', 'acknowledge', 'acknowledge_due_at')}
      union all
      select id, first_at, 'close', close_due_at from due
       where state in ('unconfirmed', 'confirmed') and close_due_at <= ${now} and not ${isRecorded('due', 'close', 'close_due_at')}),
    marked as (
      update alarm a set breached_at = coalesce(a.breached_at, (select min(clocks.due_at) from clocks where clocks.id = a.id)),
          breach_due_at = ${nextDue('due', now)}
        from due where a.id = due.id and a.first_at = due.first_at)
    insert into alarm_breach (alarm_id, alarm_first_at, clock, due_at)
    select id, first_at, clock, due_at from clocks
    on conflict (alarm_id, clock, due_at) do nothing
    returning alarm_id as id, alarm_first_at as first_at, clock, due_at`.execute(db)
  return rows
}
