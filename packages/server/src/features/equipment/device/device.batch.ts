import type pg from 'pg'

// What ingest writes to devices. Each function is one statement for any number of rows, in the transaction of its batch. All of them lock
// rows in ascending id order, to prevent deadlocks.

/** What a change of the online state needs to know about a gateway or device. */
export interface OnlineRow {
  id: number
  readonly name: string
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  project_id: number | null
  gateway_id: number | null
}

/** Sets or clears the low-power state of devices. Returns those that changed. */
export const updateLowPower = async (client: pg.ClientBase, states: readonly (readonly [id: number, low: boolean])[]) => {
  const { rows } = await client.query<Omit<OnlineRow, 'name' | 'gateway_id'> & { low_power: boolean }>({
    name: 'ingest_low_power',
    text: `update device d set low_power = u.low_power
       from (select d.id, u.low_power from unnest($1::bigint[], $2::boolean[]) as u (id, low_power) join device d on d.id = u.id
              order by d.id for no key update of d) u
      where d.id = u.id and d.low_power <> u.low_power
      returning d.id, d.company_id, d.path, d.customer_id, d.project_id, d.low_power`,
    values: [states.map(([id]) => id), states.map(([, low]) => low)],
  })
  return rows
}

/** A device's latest readings and when it was last seen. */
export interface DeviceSeen {
  readonly id: number
  readonly at: Date
  readonly battery: number | null
  readonly signal: number | null
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * A device's values are sampled for charts at most once in this interval. Reading them from the reports instead would need an index over
 * all reports, which would cost ingest more than everything else (migration 0030). A clock that was set back does not stop sampling.
 */
const sampleEvery = `interval '15 minutes'`
const sampleDue = `(d.sampled_at is null or d.sampled_at not between u.at - ${sampleEvery} and u.at + ${sampleEvery})`

/** Stores readings and last-seen times. The first report at a new place replaces all values from the old one. */
export const updateDevicesSeen = async (client: pg.ClientBase, seen: readonly DeviceSeen[]): Promise<void> => {
  await client.query({
    name: 'presence_devices',
    text: `with seen as (
        update device d set last_seen_at = u.at, heard_ms = l.ms, battery = coalesce(u.battery, d.battery),
           signal = coalesce(u.signal, d.signal),
           last_values = bounded_values(case when d.last_seen_at < d.bound_at then '{}' else d.last_values end || u.news),
           sampled_at = case when u.news <> '{}' and ${sampleDue} then u.at else d.sampled_at end
         from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::integer[], $5::jsonb[]) as u (id, at, battery, signal, news),
              listening l
        where d.id = u.id
        returning d.id, u.at, d.last_values, d.sampled_at = u.at as sampled)
      insert into device_value (device_id, at, "values") select id, at, last_values from seen where sampled`,
    values: [
      seen.map(({ id }) => id),
      seen.map(({ at }) => at),
      seen.map(({ battery }) => battery),
      seen.map(({ signal }) => signal),
      seen.map(({ values }) => JSON.stringify(values)),
    ],
  })
}
