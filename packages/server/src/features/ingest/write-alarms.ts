import type pg from 'pg'
import { announce, insertJourney, nameOf } from './alarm-change.ts'
import type { AlarmChange, JourneyRow, Opened, OpenRow, Raise, StandingAlarm } from './alarm-change.ts'
import { foldAlarms } from './fold-alarms.ts'
import { insertAlarms } from './insert-alarms.ts'
import type { Outcome } from './outcome.ts'
import { inRounds } from './rounds.ts'

/**
 * Raises, folds and restores alarms (domain.md, "Alarms and faults"): a few statements for any number of them. Each change carries the receipt of its message,
 * and one that comes late never undoes a newer one: with several processes, the messages of a gateway may be written out of order.
 */
export async function writeAlarms(
  client: pg.ClientBase,
  changes: readonly AlarmChange[],
  outcome: Outcome,
  at: Date,
): Promise<void> {
  for (const { raises, restores } of inRounds(changes)) {
    if (raises.length > 0) await raise(client, raises, outcome, at)
    if (restores.length > 0) await restore(client, restores, outcome)
  }
}

async function raise(client: pg.ClientBase, raises: readonly Raise[], outcome: Outcome, at: Date): Promise<void> {
  const { fresh, folded } = await open(client, raises)
  const journey: JourneyRow[] = []
  if (fresh.length > 0) await insertAlarms(client, fresh, outcome, journey, at)
  if (folded.length > 0) {
    const lost = await foldAlarms(client, folded, outcome, journey)
    if (lost.length > 0) await insertAlarms(client, await reopen(client, lost), outcome, journey, at)
  }
  await insertJourney(client, journey)
}

/** Finds the open alarm of each point and type, or reserves the place of a new one. */
async function open(client: pg.ClientBase, raises: readonly Raise[]): Promise<{ fresh: Opened[]; folded: Opened[] }> {
  const { rows } = await client.query<OpenRow>({
    name: 'ingest_alarm_open',
    text: `insert into alarm_open as o (point, type_id, alarm_id, first_at)
      select point, type_id, nextval('alarm_id'), first_at
        from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as u (point, type_id, first_at)
      on conflict (point, type_id) do update set alarm_id = o.alarm_id
      returning point, type_id, alarm_id, first_at, xmax = 0 as raised`,
    values: [
      raises.map(({ first }) => first.point),
      raises.map(({ first }) => first.typeId),
      raises.map(({ first }) => first.at),
    ],
  })
  const found = new Map(rows.map((row) => [`${row.type_id} ${row.point}`, row]))
  const fresh: Opened[] = []
  const folded: Opened[] = []
  for (const alarm of raises) {
    const row = found.get(`${alarm.first.typeId} ${alarm.first.point}`)
    if (row === undefined) throw new Error('an alarm found no place')
    ;(row.raised ? fresh : folded).push({ alarm, row })
  }
  return { fresh, folded }
}

/** Places whose alarm is not on the list any more: the place is given anew, for nothing may fold into what nobody sees. */
async function reopen(client: pg.ClientBase, lost: readonly Opened[]): Promise<Opened[]> {
  await client.query('delete from alarm_open where alarm_id = any ($1::bigint[])', [lost.map(({ row }) => row.alarm_id)])
  const { fresh } = await open(
    client,
    lost.map(({ alarm }) => alarm),
  )
  if (fresh.length < lost.length) throw new Error('an alarm found no place')
  return fresh
}

async function restore(client: pg.ClientBase, restores: readonly AlarmChange[], outcome: Outcome): Promise<void> {
  const { rows } = await client.query<StandingAlarm & { point: string; type_id: number }>({
    name: 'ingest_alarm_restore',
    text: `update alarm a set source_active = false, restored_at = u.at, updated_at = now()
       from (select a.id, a.first_at, r.at, r.point, r.type_id
               from unnest($1::text[], $2::bigint[], $3::timestamptz[]) as r (point, type_id, at)
               join alarm_open o on o.point = r.point and o.type_id = r.type_id
               join alarm a on a.id = o.alarm_id and a.first_at = o.first_at and a.source_active and a.last_at <= r.at
              order by a.id for update of a) u
      where a.id = u.id and a.first_at = u.first_at
      returning a.id, a.first_at, a.state, a.level, u.point, u.type_id`,
    values: [restores.map(({ point }) => point), restores.map(({ typeId }) => typeId), restores.map(({ at }) => at)],
  })
  const byKey = new Map(restores.map((change) => [`${change.typeId} ${change.point}`, change]))
  const journey: JourneyRow[] = []
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    journey.push({ id: row.id, at: change.at, step: 'restored', detail: {} })
    outcome.audit('alarm.restore', 'alarm', row.id, nameOf(change), change.owner, { sourceActive: [true, false] })
    announce(outcome, 'restored', change, row)
  }
  await insertJourney(client, journey)
}
