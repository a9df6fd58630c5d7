import type pg from 'pg'
import { unnest } from '../../../../platform/database/unnest.ts'
import type { Owner, PointSignal } from '../../signal/signal.ts'
import type { StandingAlarm } from './raise.batch.ts'

// Each function is one statement for any number of rows, in the transaction of its batch.

/** Signals of an open alarm. */
export interface AlarmRepeat {
  readonly id: number
  readonly firstAt: string
  readonly times: number
  readonly lastAt: Date
  readonly acknowledgeS: number
  readonly test: boolean
  /** Of the reported code (report_param.merge_window_s). */
  readonly mergeWindowS: number
  /** Whether people are notified of this code. */
  readonly notify: boolean
  /** It has no restore: what comes after the confirmation is new. */
  readonly eachIsNew: boolean
  readonly owner: Pick<Owner, 'companyId' | 'projectId'>
}

/**
 * `again`: it was confirmed and then restored, or was only a test until now, so it is a new fire. `notified`: people are notified now. They are
 * not if they were notified shortly before, unless it is a fire; for a repeat they are if nobody was notified before it. `missed`: when it
 * should have been closed, if it was not and nobody has recorded that.
 */
export type FoldedAlarm = StandingAlarm & { repeat_count: number; again: boolean; notified: boolean; missed: string | null }

const repeated = unnest<AlarmRepeat>('u', {
  id: ['bigint', ({ id }) => id],
  first_at: ['timestamptz', ({ firstAt }) => firstAt],
  times: ['integer', ({ times }) => times],
  last_at: ['timestamptz', ({ lastAt }) => lastAt],
  acknowledge_s: ['integer', ({ acknowledgeS }) => acknowledgeS],
  test: ['boolean', ({ test }) => test],
  project_id: ['bigint', ({ owner }) => owner.projectId],
  company_id: ['bigint', ({ owner }) => owner.companyId],
  merge_window_s: ['integer', ({ mergeWindowS }) => mergeWindowS],
  notify: ['boolean', ({ notify }) => notify],
  each_is_new: ['boolean', ({ eachIsNew }) => eachIsNew],
})

/**
 * Folds repeats into open alarms. An alarm that was confirmed and then restored counts as a new fire (domain.md, "raised again"): it is
 * unconfirmed, its response clocks restart, and all mutes are removed. If its restore lies in the future, the clock has been set back
 * since, so any signal counts as newer. A signal outside a test, at the point of a test alarm, is a new fire in the same way. A test signal
 * never changes a real alarm and leaves its source as it is, so that the next real signal is not taken for a repeat. Nothing folds into an
 * alarm of another place: its owner would see what happens here, and the owner here would not. Returns the alarms that are still open.
 */
export const foldIntoAlarms = async (client: pg.ClientBase, repeats: readonly AlarmRepeat[]): Promise<FoldedAlarm[]> => {
  const { rows } = await client.query<FoldedAlarm>({
    name: 'ingest_alarm_fold',
    text: `update alarm a
        set repeat_count = a.repeat_count + u.times, last_at = greatest(a.last_at, u.last_at), updated_at = now(),
            source_active = a.source_active or (u.current and (a.test or not u.test)), test = a.test and u.test,
            state = case when u.again then 'unconfirmed' else a.state end,
            raised_at = case when u.again then u.last_at else a.raised_at end,
            acknowledge_due_at = case when u.again then u.last_at + u.acknowledge_s * interval '1 second' else a.acknowledge_due_at end,
            close_due_at = case when u.again then u.last_at + u.close_s * interval '1 second' else a.close_due_at end,
            breach_due_at = case when u.again then u.last_at + least(u.acknowledge_s, u.close_s) * interval '1 second' else a.breach_due_at end,
            confirmed_at = case when u.again then null else a.confirmed_at end,
            confirmed_by = case when u.again then null else a.confirmed_by end,
            shown_at = case when u.again then null else a.shown_at end,
            told_at = case when u.notified then u.last_at else a.told_at end,
            breached_at = coalesce(a.breached_at, u.missed)
       from (select a.id, a.first_at, u.times, u.last_at, coalesce(t.acknowledge_s, u.acknowledge_s) as acknowledge_s, t.close_s, c.current,
                    u.test, n.again, case when n.again and a.close_due_at <= u.last_at then a.close_due_at end as missed,
                    u.notify and ((a.told_at is null and a.state = 'unconfirmed' and not u.test) or (n.again and (a.test or a.level = 'fire'
                      or a.told_at is null or u.last_at < a.told_at or u.last_at >= a.told_at + u.merge_window_s * interval '1 second'))) as notified
               from ${repeated.from}
               join alarm a on a.id = u.id and a.first_at = u.first_at and a.project_id is not distinct from u.project_id
                and (u.project_id is not null or a.company_id = u.company_id)
               left join alarm_type t on t.id = a.type_id
              cross join lateral (select a.restored_at is null or u.last_at >= a.restored_at or a.restored_at > now() as current) c
              cross join lateral (select not u.test and (a.test or (c.current and a.state = 'confirmed' and (u.each_is_new or not a.source_active))) as again) n
              where a.state in ('unconfirmed', 'confirmed')
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.test, a.repeat_count, u.again, u.notified, u.missed`,
    values: repeated.values(repeats),
  })
  const again = rows.flatMap((row) => (row.again ? [row.id] : []))
  if (again.length > 0) await client.query('delete from alarm_mute where alarm_id = any ($1::bigint[])', [again])
  const recorded = await recordMissed(client, rows)
  return rows.map((row) => (row.missed === null || recorded.has(row.id) ? row : { ...row, missed: null }))
}

const missedClocks = unnest<FoldedAlarm>('u', {
  id: ['bigint', ({ id }) => id],
  first_at: ['timestamptz', ({ first_at: firstAt }) => firstAt],
  due_at: ['timestamptz', ({ missed }) => missed],
})

/**
 * Records alarms that were not closed in time and were then raised again: their clocks have restarted, so the job that looks for exceeded
 * clocks would not find them. Returns the ids of those not recorded before.
 */
const recordMissed = async (client: pg.ClientBase, alarms: readonly FoldedAlarm[]): Promise<ReadonlySet<number>> => {
  const missed = alarms.filter((alarm) => alarm.missed !== null)
  if (missed.length === 0) return new Set()
  const { rows } = await client.query<{ id: number }>({
    name: 'ingest_alarm_missed',
    text: `insert into alarm_breach (alarm_id, alarm_first_at, clock, due_at)
      select id, first_at, 'close', due_at from ${missedClocks.from}
      on conflict (alarm_id, clock, due_at) do nothing returning alarm_id as id`,
    values: missedClocks.values(missed),
  })
  return new Set(rows.map(({ id }) => id))
}

/** A restore of an alarm, with the place where it was reported. */
export interface RestoredAlarm extends PointSignal {
  readonly owner: Pick<Owner, 'companyId' | 'projectId'>
}

const restored = unnest<RestoredAlarm>('r', {
  point: ['text', ({ point }) => point],
  type_id: ['bigint', ({ typeId }) => typeId],
  at: ['timestamptz', ({ at }) => at],
  project_id: ['bigint', ({ owner }) => owner.projectId],
  company_id: ['bigint', ({ owner }) => owner.companyId],
})

/**
 * Marks the sources of open alarms as no longer active, at the place that reported the restore; alarms of other places stay. A late restore
 * changes nothing. If an alarm's last signal lies in the future, the clock has been set back since, and no restore is late: otherwise the
 * next fire would be taken for a repeat. (The clocks of two processes differ by less than a minute.) Returns the alarms that changed.
 */
export const restoreAlarms = async (
  client: pg.ClientBase,
  signals: readonly RestoredAlarm[],
): Promise<(StandingAlarm & { point: string; type_id: number })[]> => {
  const { rows } = await client.query<StandingAlarm & { point: string; type_id: number }>({
    name: 'ingest_alarm_restore',
    text: `update alarm a set source_active = false, restored_at = u.at, updated_at = now()
       from (select a.id, a.first_at, r.at, r.point, r.type_id
               from ${restored.from}
               join alarm_open o on o.point = r.point and o.type_id = r.type_id
               join alarm a on a.id = o.alarm_id and a.first_at = o.first_at and a.source_active
                and (a.last_at <= r.at or a.last_at > now() + interval '1 minute')
                and a.project_id is not distinct from r.project_id and (r.project_id is not null or a.company_id = r.company_id)
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.test, u.point, u.type_id`,
    values: restored.values(signals),
  })
  return rows
}
