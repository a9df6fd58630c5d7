import type pg from 'pg'

/**
 * Records alarms that were not closed in time and were then raised again: their clocks have restarted, so the job that looks for exceeded
 * clocks would not find them. Returns the ids of those not recorded before. One statement for any number of alarms.
 */
export async function recordMissed(
  client: pg.ClientBase,
  alarms: readonly { readonly id: number; readonly first_at: string; readonly missed: string | null }[],
): Promise<ReadonlySet<number>> {
  const missed = alarms.filter((alarm) => alarm.missed !== null)
  if (missed.length === 0) return new Set()
  const { rows } = await client.query<{ id: number }>({
    name: 'ingest_alarm_missed',
    text: `insert into alarm_breach (alarm_id, alarm_first_at, clock, due_at)
      select id, first_at, 'close', due_at from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as u (id, first_at, due_at)
      on conflict (alarm_id, clock, due_at) do nothing returning alarm_id as id`,
    values: [missed.map(({ id }) => id), missed.map(({ first_at: at }) => at), missed.map((alarm) => alarm.missed)],
  })
  return new Set(rows.map(({ id }) => id))
}
