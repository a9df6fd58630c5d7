import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../../tables/index.ts'
import type { OnlineRow } from '../device/device.batch.ts'

// What ingest writes to gateways, and to devices as to gateways when they are heard or fall silent. Each function is one statement for any number of rows, in the transaction of its batch. All
// of them lock rows in ascending id order, to prevent deadlocks.

/** Activates those gateways that are not active yet, and returns them. */
export const activateGateways = (db: Kysely<Tables>, ids: readonly number[], at: Date) =>
  db
    .updateTable('gateway')
    .set({ activated_at: at })
    .where('id', 'in', ids)
    .where('activated_at', 'is', null)
    .returning(['id', 'code', 'name', 'company_id', 'path', 'customer_id', 'project_id'])
    .execute()

/** What a gateway reports about itself. Null: not reported. */
export interface GatewayState {
  readonly id: number
  readonly ip: string | null
  readonly port: number | null
  readonly signal: number | null
  readonly firmware: string | null
  readonly at: Date
}

export const updateGatewayStates = async (client: pg.ClientBase, states: readonly GatewayState[]): Promise<void> => {
  await client.query({
    name: 'ingest_heartbeats',
    text: `update gateway g
        set ip = coalesce(u.ip, g.ip), port = coalesce(u.port, g.port), signal = coalesce(u.signal, g.signal),
            firmware = coalesce(u.firmware, g.firmware), last_seen_at = greatest(g.last_seen_at, u.at)
       from (select u.* from unnest($1::bigint[], $2::text[], $3::integer[], $4::integer[], $5::text[], $6::timestamptz[])
               as u (id, ip, port, signal, firmware, at) join gateway g on g.id = u.id order by g.id for no key update of g) u
      where g.id = u.id`,
    values: [
      states.map(({ id }) => id),
      states.map(({ ip }) => ip),
      states.map(({ port }) => port),
      states.map(({ signal }) => signal),
      states.map(({ firmware }) => firmware),
      states.map(({ at }) => at),
    ],
  })
}

/** Adds to the number of unreadable items of gateways. */
export const addMalformed = async (
  client: pg.ClientBase,
  counts: readonly (readonly [id: number, count: number])[],
): Promise<void> => {
  await client.query({
    name: 'ingest_malformed',
    text: `update gateway g set malformed_count = g.malformed_count + u.count
       from (select u.* from unnest($1::bigint[], $2::bigint[]) as u (id, count) join gateway g on g.id = u.id
              order by g.id for no key update of g) u
      where g.id = u.id`,
    values: [counts.map(([id]) => id), counts.map(([, count]) => count)],
  })
}

/** Locks gateways or devices. Pass the ids in ascending order. */
export const lockSeen = async (client: pg.ClientBase, kind: 'gateway' | 'device', ids: readonly number[]): Promise<void> => {
  await client.query({
    name: `presence_lock_${kind}`,
    text: `select id from ${kind} where id = any ($1::bigint[]) order by id for no key update`,
    values: [ids],
  })
}

/** Of these gateways or devices, those that are locked, or whose company's audit chain is locked. Waits for nothing. */
export const lockedSeen = async (
  client: pg.ClientBase,
  kind: 'gateway' | 'device',
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>(
    `with wanted as (select id, company_id from ${kind} where id = any ($1::bigint[])),
      free as (select id from ${kind} where id = any ($1::bigint[]) for no key update skip locked),
      chains as (select company_id from audit_chain where company_id in (select company_id from wanted)),
      free_chains as (select company_id from audit_chain where company_id in (select company_id from wanted) for no key update skip locked)
      select id from wanted where id not in (select id from free)
        or company_id in (select company_id from chains except select company_id from free_chains)`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Stores when gateways were last seen. */
export const updateGatewaysSeen = async (
  client: pg.ClientBase,
  seen: readonly (readonly [id: number, at: Date])[],
): Promise<void> => {
  await client.query({
    name: 'presence_gateways',
    text: `update gateway g set last_seen_at = u.at, heard_ms = l.ms
         from unnest($1::bigint[], $2::timestamptz[]) as u (id, at), listening l where g.id = u.id`,
    values: [seen.map(([id]) => id), seen.map(([, at]) => at)],
  })
}

const onlineColumns = 't.id, t.name, t.company_id, t.path, t.customer_id, t.project_id'
const backOnline = `online = true, awaited = false, silence_due_ms = t.heard_ms + m.offline_after_s * 1000::bigint from device_model m
  where t.id = any ($1::bigint[]) and not t.online and m.id = t.model_id`
const backOnlineOf = {
  gateway: `with changed as (update gateway t set ${backOnline} returning ${onlineColumns}, t.last_seen_at),
    link as (insert into gateway_link (gateway_id, online, at, cause) select id, true, coalesce(last_seen_at, now()), 'heard' from changed order by id)
    select ${onlineColumns}, null::bigint as gateway_id from changed t`,
  device: `with changed as (update device t set ${backOnline} returning ${onlineColumns}, t.gateway_id, t.last_seen_at),
    history as (insert into device_online (device_id, online, at) select id, true, coalesce(last_seen_at, now()) from changed order by id)
    select ${onlineColumns}, t.gateway_id from changed t`,
}

/** Marks the offline ones among these as online, and returns them. */
export const markOnline = async (
  client: pg.ClientBase,
  kind: 'gateway' | 'device',
  ids: readonly number[],
): Promise<OnlineRow[]> => {
  const { rows } = await client.query<OnlineRow>({
    name: `presence_${kind}s_online`,
    text: backOnlineOf[kind],
    values: [ids],
  })
  return rows
}

/** Marks gateways whose Will arrived as offline, unless they were seen since. A last-seen time after `ahead` is ignored. */
export const markDisconnected = async (
  client: pg.ClientBase,
  disconnected: readonly (readonly [id: number, at: Date])[],
  ahead: Date,
): Promise<OnlineRow[]> => {
  const { rows } = await client.query<OnlineRow>(
    `with changed as (update gateway t set online = false from unnest($1::bigint[], $2::timestamptz[]) as u (id, at)
        where t.id = u.id and t.online and (t.last_seen_at <= u.at or t.last_seen_at > $3) returning ${onlineColumns}, u.at),
      link as (insert into gateway_link (gateway_id, online, at, cause) select id, false, at, 'left' from changed order by id)
      select ${onlineColumns}, null::bigint as gateway_id from changed t`,
    [disconnected.map(([id]) => id), disconnected.map(([, at]) => at), ahead],
  )
  return rows
}

/**
 * Of these gateways, those that are online and were last seen by `now`. A later last-seen time stems from before the clock was set back and
 * is ignored.
 */
export const gatewaysOnline = async (client: pg.ClientBase, ids: readonly number[], now: Date): Promise<OnlineRow[]> => {
  const { rows } = await client.query<OnlineRow>({
    name: 'presence_gateways_still_online',
    text: `select ${onlineColumns}, null::bigint as gateway_id from gateway t
      where t.id = any ($1::bigint[]) and t.online and t.last_seen_at <= $2 order by t.id`,
    values: [ids, now],
  })
  return rows
}

/** Rows per statement. */
export const sweepLimit = 1000

const isSilent = `(t.online or t.awaited) and t.deleted_at is null and t.silence_due_ms <= $1`
const isDue = `t join device_model m on m.id = t.model_id
  where ${isSilent} and t.id <> all ($2::bigint[]) and t.company_id <> all ($3::bigint[])
  order by t.silence_due_ms limit ${sweepLimit} for no key update of t skip locked`
// Never heard since it came to its place (migration 0039): it stays offline, however recently it was heard before.
const newState = {
  gateway: 'online = late.was and late.due_ms > $1, awaited = false, silence_due_ms = late.due_ms',
  // A device whose model is no longer supervised becomes neither; one whose model is again is awaited from now on (migration 0350).
  device: `online = case when late.supervised then coalesce(late.was, false) and late.due_ms > $1 end,
    awaited = late.supervised and late.was is null and t.project_id is not null,
    silence_due_ms = case when late.was is null then $1 + late.offline_after_s * 1000::bigint else late.due_ms end`,
}
const dueAt = `t.id, t.online as was, m.supervision = 'heartbeat' as supervised, t.heard_ms + m.offline_after_s * 1000::bigint as due_ms`
const looked = 't.online, late.was'
const wentOffline = 'was and online is not true'
/** What the look found. An awaited device whose model is supervised again is neither. */
const found = `case when online then 'heard' when online is null then 'unsupervised' when was is not null then 'silent' end as found`
const sweepOf = {
  // It fell silent when it was last heard, but time in which the system could not receive does not count.
  gateway: `with looked as (update gateway t set ${newState.gateway} from (select ${dueAt}, m.offline_after_s from gateway ${isDue}) late where t.id = late.id
      returning ${looked}, ${onlineColumns}, t.last_seen_at, late.offline_after_s),
    link as (insert into gateway_link (gateway_id, online, at, cause)
      select id, false, least(greatest(last_seen_at, now() - offline_after_s * interval '1 second'), now()), 'silent' from looked where ${wentOffline} order by id)
    select ${found}, ${onlineColumns}, null::bigint as gateway_id from looked t`,
  device: `with looked as (update device t set ${newState.device} from (select ${dueAt}, m.offline_after_s from device ${isDue}) late where t.id = late.id
      returning ${looked}, ${onlineColumns}, t.gateway_id, t.last_seen_at, late.offline_after_s),
    history as (insert into device_online (device_id, online, at)
      select id, false, least(greatest(last_seen_at, now() - offline_after_s * interval '1 second'), now()) from looked where ${wentOffline} order by id)
    select ${found}, ${onlineColumns}, t.gateway_id from looked t`,
}

/**
 * Checks gateways or devices whose silence is due on the listening clock: marks those as offline that were silent for longer than their
 * model allows, and finds those never heard since they came to their place, and those whose model is no longer supervised.
 * Locked rows, which may just have been seen, are left for the next run; so are those in `except`. Returns all rows checked, at most
 * `sweepLimit`.
 */
export const sweepSilent = async (
  client: pg.ClientBase,
  kind: 'gateway' | 'device',
  listeningMs: number,
  except: LeftOut = { ids: [], companies: [] },
): Promise<SweptRow[]> => {
  const { rows } = await client.query<SweptRow>({
    name: `sweep_${kind}`,
    text: sweepOf[kind],
    values: [listeningMs, except.ids, except.companies],
  })
  return rows
}

export interface SweptRow extends OnlineRow {
  readonly found: 'heard' | 'silent' | 'unsupervised' | null
}

/** Gateways or devices to skip, and companies whose devices to skip. */
export interface LeftOut {
  readonly ids: readonly number[]
  readonly companies: readonly number[]
}

/** The companies with gateways or devices whose silence is due and whose audit chain is locked. Waits for nothing. */
export const lockedSilent = async (client: pg.ClientBase, kind: 'gateway' | 'device', listeningMs: number): Promise<number[]> => {
  const { rows } = await client.query<{ company_id: number }>(
    `with due as (select distinct t.company_id from ${kind} t where ${isSilent}),
      free as (select company_id from audit_chain where company_id in (select company_id from due) for no key update skip locked)
      select company_id from audit_chain where company_id in (select company_id from due) and company_id not in (select company_id from free)`,
    [listeningMs],
  )
  return rows.map(({ company_id: id }) => id)
}
