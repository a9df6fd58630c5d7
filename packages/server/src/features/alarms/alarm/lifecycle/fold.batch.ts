import type pg from 'pg'
import type { NewAlarm, PointSignal, StandingAlarm } from './alarm.batch.ts'

/** A restore of an alarm, with the place where it was reported. */
export interface RestoredAlarm extends PointSignal {
  readonly owner: Pick<NewAlarm['owner'], 'companyId' | 'projectId'>
}

/**
 * Marks the sources of open alarms as no longer active, at the place that reported the restore; alarms of other places stay. A late restore
 * changes nothing. If an alarm's last signal lies in the future, the clock has been set back since, and no restore is late: otherwise the
 * next fire would be taken for a repeat. (The clocks of two processes differ by less than a minute.) Returns the alarms that changed.
 */
export async function restoreAlarms(
  client: pg.ClientBase,
  signals: readonly RestoredAlarm[],
): Promise<(StandingAlarm & { point: string; type_id: number })[]> {
  const { rows } = await client.query<StandingAlarm & { point: string; type_id: number }>({
    name: 'ingest_alarm_restore',
    text: `update alarm a set source_active = false, restored_at = u.at, updated_at = now()
       from (select a.id, a.first_at, r.at, r.point, r.type_id
               from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::bigint[]) as r (point, type_id, at, project_id, company_id)
               join alarm_open o on o.point = r.point and o.type_id = r.type_id
               join alarm a on a.id = o.alarm_id and a.first_at = o.first_at and a.source_active
                and (a.last_at <= r.at or a.last_at > now() + interval '1 minute')
                and a.project_id is not distinct from r.project_id and (r.project_id is not null or a.company_id = r.company_id)
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, a.test, u.point, u.type_id`,
    values: [
      signals.map(({ point }) => point),
      signals.map(({ typeId }) => typeId),
      signals.map(({ at }) => at),
      signals.map(({ owner }) => owner.projectId),
      signals.map(({ owner }) => owner.companyId),
    ],
  })
  return rows
}
