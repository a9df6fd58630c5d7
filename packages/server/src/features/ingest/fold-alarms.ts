import type pg from 'pg'
import { announce, nameOf, raisedAlarm } from './alarm-change.ts'
import type { JourneyRow, Opened, StandingAlarm } from './alarm-change.ts'
import type { Outcome } from './outcome.ts'

/** Repeats beyond this many are counted, not listed in the journey. */
const LISTED_REPEATS = 20

type FoldedRow = StandingAlarm & { repeat_count: number; again: boolean }

/**
 * Repeats of open alarms. One that was confirmed and has been restored since is a new fire until somebody says otherwise (domain.md, "raised again"): it is
 * unconfirmed, its clock starts anew, and it sounds for whoever had muted it. One that was restored in the future was so before the clock was set back, and is no
 * newer than any signal. Answers those whose alarm is not open.
 */
export async function foldAlarms(
  client: pg.ClientBase,
  folded: readonly Opened[],
  outcome: Outcome,
  journey: JourneyRow[],
): Promise<Opened[]> {
  const { rows } = await client.query<FoldedRow>({
    name: 'ingest_alarm_fold',
    text: `update alarm a
        set repeat_count = a.repeat_count + u.times, last_at = greatest(a.last_at, u.last_at), updated_at = now(),
            source_active = a.source_active or u.current,
            state = case when u.again then 'unconfirmed' else a.state end,
            raised_at = case when u.again then u.last_at else a.raised_at end,
            acknowledge_due_at = case when u.again then u.last_at + u.acknowledge_s * interval '1 second' else a.acknowledge_due_at end,
            confirmed_at = case when u.again then null else a.confirmed_at end,
            confirmed_by = case when u.again then null else a.confirmed_by end,
            shown_at = case when u.again then null else a.shown_at end
       from (select a.id, a.first_at, u.times, u.last_at, coalesce(t.acknowledge_s, u.acknowledge_s) as acknowledge_s, c.current,
                    c.current and a.state = 'confirmed' and not a.source_active as again
               from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::timestamptz[], $5::integer[])
                 as u (id, first_at, times, last_at, acknowledge_s)
               join alarm a on a.id = u.id and a.first_at = u.first_at
               left join alarm_type t on t.id = a.type_id
              cross join lateral (select a.restored_at is null or u.last_at >= a.restored_at or a.restored_at > now() as current) c
              where a.state in ('unconfirmed', 'confirmed')
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.repeat_count, u.again`,
    values: [
      folded.map(({ row }) => row.alarm_id),
      folded.map(({ row }) => row.first_at),
      folded.map(({ alarm }) => alarm.repeats + 1),
      folded.map(({ alarm }) => alarm.lastAt),
      folded.map(({ alarm }) => alarm.first.type.acknowledgeS),
    ],
  })
  const standing = new Map(rows.map((row) => [row.id, row]))
  for (const { alarm, row: place } of folded) {
    const row = standing.get(place.alarm_id)
    if (row === undefined) continue
    const { id, repeat_count: count, again } = row
    if (again || count <= LISTED_REPEATS)
      journey.push({ id, at: alarm.lastAt, step: again ? 'raisedAgain' : 'repeated', detail: { count } })
    announce(outcome, again ? 'raisedAgain' : 'repeated', alarm.first, row)
    if (!again) continue
    outcome.raised.push(raisedAlarm(id, alarm.first, new Date(row.first_at), true))
    outcome.audit('alarm.raiseAgain', 'alarm', id, nameOf(alarm.first), alarm.first.owner, {
      state: ['confirmed', 'unconfirmed'],
    })
  }
  const again = rows.flatMap((row) => (row.again ? [row.id] : []))
  if (again.length > 0) await client.query('delete from alarm_mute where alarm_id = any ($1::bigint[])', [again])
  return folded.filter(({ row }) => !standing.has(row.alarm_id))
}
