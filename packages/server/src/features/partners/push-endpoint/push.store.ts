import { pushLimits, type EnumValue, type PushTry } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import { briefTransaction } from '../../../platform/database/locks.ts'
import { claimedBy, claimsOf } from '../../../platform/outbox/claims.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { PushDeliveryTable } from '../../../tables/pushes.tables.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import { hourMs, longestPauseMs, minuteMs, pauseBefore, restAfter, secondMs, type StoredEndpoint } from './push-endpoint.rules.ts'
import type { Attempt } from './send-push.ts'

type Db = Kysely<Tables>
export type StoredPush = Selectable<PushDeliveryTable>

/**
 * The project pushes of an endpoint whose projects are still in the scope of its company. None while it is paused or its company is stopped:
 * both may have happened since a long queue was begun. Read once for each claim.
 */
const validPushes = (endpointId: number, at: Date) => sql`array(
  select p.id from project_push p join project on project.id = p.project_id and project.deleted_at is null
    join push_endpoint e on e.id = p.endpoint_id
   where p.endpoint_id = ${endpointId} and p.state = 'active' and ${isInBranch('project.path', 'e.path')}
     and e.state = 'active' and e.deleted_at is null and not ${isStopped('e.path', at)})`

const nearRows = 200

/** Those of the oldest due that are the first of their object that is not done. A long queue is not read for each claim. */
const firstNear = (endpointId: number, at: Date) => sql`w.id in (select near.id from push_delivery as near
   where near.endpoint_id = ${endpointId} and near.state = 'waiting' and near.due_at <= ${at} order by near.due_at, near.id limit ${nearRows})
  and w.id = (select min(first.id) from push_delivery as first
   where first.endpoint_id = w.endpoint_id and first.pushed_object = w.pushed_object and first.state in ('waiting', 'sending'))`

/** All that are. One read of the queue, where looking up each would take seconds: thousands may wait behind one of the same object. */
const firstOfAll = (endpointId: number) => sql`w.id in (select min(each.id) from push_delivery as each
   where each.endpoint_id = ${endpointId} and each.state in ('waiting', 'sending') group by each.pushed_object)`

/** Endpoints with something to send now: tests always, the rest only while they are active and do not rest, and fires every few seconds. */
export const dueEndpoints = async (db: Db, ways: readonly EnumValue<'pushWay'>[], at: Date): Promise<StoredEndpoint[]> => {
  const due = sql`w.endpoint_id = endpoint.id and w.state = 'waiting' and w.due_at <= ${at}`
  const { rows } = await sql<StoredEndpoint>`
    select endpoint.* from push_endpoint endpoint
     where endpoint.deleted_at is null and endpoint.push_way = any(${[...ways]}) and not ${isStopped('endpoint.path', at)}
       and case when endpoint.state = 'active' and (endpoint.down_until is null or endpoint.down_until <= ${at})
             then exists (select from push_delivery w where ${due})
             else exists (select from push_delivery w where ${due} and w.due_at < 'epoch')
               or (endpoint.state = 'active' and exists (select from push_delivery w where ${due} and w.fire)) end`.execute(db)
  return rows
}

/** A test goes before everything else, and also to an endpoint that rests or is paused. */
export const testDueAt = '1969-01-01T00:00:00.000Z'

/** Which pushes are sent: all, fires besides tests, or tests only. */
export type PushSelection = 'all' | 'fires' | 'tests'

export interface ClaimOptions {
  readonly endpointId: number
  readonly limit: number
  readonly only: PushSelection
  readonly at: Date
  readonly leaseMs: number
}

/**
 * Claims what is due for one endpoint: the oldest first, of each object only the first that is not done. A push that is not settled before
 * its lease ends is sent again with the same id.
 */
export const claimPushes = async (db: Db, options: ClaimOptions): Promise<StoredPush[]> => {
  const { endpointId, at } = options
  const near = await claimAmong(db, options, firstNear(endpointId, at))
  return near.length > 0 ? near : claimAmong(db, options, firstOfAll(endpointId))
}

const claimAmong = async (db: Db, options: ClaimOptions, isFirst: RawBuilder<unknown>): Promise<StoredPush[]> => {
  const { endpointId, limit, only, at, leaseMs } = options
  const { rows } = await sql<StoredPush>`
    update push_delivery as claimed set ${claimedBy('claimed', at, leaseMs)}
      from (select w.id from push_delivery w
             where w.endpoint_id = ${endpointId} and w.state = 'waiting' and w.due_at <= ${at}
               and (${only} = 'all' or w.due_at < 'epoch' or (${only} = 'fires' and w.fire))
               and (w.push_event = 'test' or w.push_id = any(${validPushes(endpointId, at)})) and ${isFirst}
             order by w.due_at, w.id limit ${limit} for update of w skip locked) as due
     where claimed.id = due.id
    returning claimed.*`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** What one push is settled with. */
export interface FinishedAttempt {
  readonly push: StoredPush
  readonly attempt: Attempt
  readonly at: Date
}

/** The health of an endpoint, as outcomes change it. */
export type PushHealth = Pick<
  StoredEndpoint,
  'push_failures' | 'failing_since' | 'down_until' | 'push_error' | 'last_success_at' | 'last_failure_at'
>

/** The health after one more outcome. */
const pushHealthAfter = (before: PushHealth, { attempt, at }: Pick<FinishedAttempt, 'attempt' | 'at'>): PushHealth => {
  const now = at.toISOString()
  if (attempt.delivered)
    return { ...before, push_failures: 0, failing_since: null, down_until: null, push_error: null, last_success_at: now }
  const failures = before.push_failures + 1
  const restMs = attempt.retryAfterMs ?? (failures < pushLimits.failuresUntilPause ? undefined : restAfter(failures))
  return {
    ...before,
    push_failures: failures,
    failing_since: before.failing_since ?? now,
    down_until: restMs === undefined ? before.down_until : new Date(at.getTime() + restMs).toISOString(),
    push_error: attempt.pushError ?? String(attempt.statusCode),
    last_failure_at: now,
  }
}

const triesKept = 20

/** How a push goes on after an attempt. A test is tried once. */
const settled = ({ push, attempt, at }: FinishedAttempt) => {
  const { delivered, statusCode, ms, pushError, response } = attempt
  const retryAt = new Date(at.getTime() + Math.max(pauseBefore(push), attempt.retryAfterMs ?? 0))
  const isOver = push.push_event === 'test' || retryAt.getTime() > Date.parse(push.give_up_at)
  const state = delivered ? 'delivered' : isOver ? 'dead' : 'waiting'
  const tried: PushTry = { at: at.toISOString(), statusCode, ms, pushError }
  return {
    id: push.id,
    attempts: push.attempts,
    state,
    at,
    due_at: retryAt,
    finished_at: state === 'waiting' ? null : at,
    status_code: statusCode,
    ms,
    push_error: pushError,
    response,
    tries: [...push.tries, tried].slice(-triesKept),
  }
}

/**
 * Stores what came of attempts at one endpoint, with its health. An outcome counts only for its own claim. Returns the endpoint as it is now.
 * `gone`: it says that its address no longer exists.
 */
export const settlePushes = (
  db: Db,
  endpointId: number,
  finished: readonly FinishedAttempt[],
): Promise<{ readonly endpoint: StoredEndpoint; readonly gone: boolean }> =>
  briefTransaction(db, async (tx) => {
    const endpoint = await tx
      .selectFrom('push_endpoint')
      .selectAll()
      .where('id', '=', endpointId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await sql`
      update push_delivery as push
         set state = case when row.state = 'waiting' and not exists (select from project_push where project_push.id = push.push_id and project_push.state = 'active')
               then 'cancelled' else row.state end,
             state_at = row.at, due_at = row.due_at, claimed_until = null, finished_at = row.finished_at, status_code = row.status_code, ms = row.ms,
             push_error = row.push_error, response = row.response, tries = row.tries
        from jsonb_to_recordset(${JSON.stringify(finished.map(settled))}::jsonb) as row (id bigint, attempts integer, state text, at timestamptz,
          due_at timestamptz, finished_at timestamptz, status_code integer, ms integer, push_error text, response text, tries jsonb)
       where push.id = row.id and push.state = 'sending' and push.attempts = row.attempts`.execute(tx)
    const pushHealth = finished.reduce<PushHealth>(pushHealthAfter, endpoint)
    const delivered = finished.filter(({ attempt }) => attempt.delivered).length
    const at = finished.at(-1)?.at ?? sql<Date>`now()`
    await sql`
      insert into push_tally (endpoint_id, hour, delivered, failed)
      values (${endpointId}, date_trunc('hour', ${at}::timestamptz), ${delivered}, ${finished.length - delivered})
      on conflict (endpoint_id, hour) do update
        set delivered = push_tally.delivered + excluded.delivered, failed = push_tally.failed + excluded.failed`.execute(tx)
    const gone = endpoint.state === 'active' && finished.some(({ attempt }) => attempt.statusCode === 410)
    const { push_failures, failing_since, down_until, push_error, last_success_at, last_failure_at } = pushHealth
    await tx
      .updateTable('push_endpoint')
      .set({
        push_failures,
        failing_since,
        down_until,
        push_error,
        last_success_at,
        last_failure_at,
        used_at: at,
        warned_at: null,
      })
      .where('id', '=', endpointId)
      .execute()
    return { endpoint: { ...endpoint, ...pushHealth }, gone }
  })

/** Nobody receives over MQTT: nothing is tried, so nothing fails, but it must not look healthy. */
export const noteNotConnected = async (db: Db, endpointId: number, at: Date): Promise<void> => {
  await sql`
    update push_endpoint set failing_since = coalesce(failing_since, ${at}), push_error = 'notConnected', last_failure_at = ${at}
     where id in (select id from push_endpoint where id = ${endpointId} for no key update skip locked)`.execute(db)
}

/** Gives back claims that will not be sent by this process. */
export const releasePushes = async (db: Db, pushes: readonly StoredPush[]): Promise<void> => {
  if (pushes.length === 0) return
  const rows = pushes.map(({ id, attempts }) => ({ id, attempts }))
  await sql`
    update push_delivery as push set state = 'waiting', attempts = push.attempts - 1, claimed_until = null
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, attempts integer)
     where push.id = row.id and push.state = 'sending' and push.attempts = row.attempts`.execute(db)
}

const longestWaitMs = longestPauseMs + pushLimits.longestDelayS * secondMs + minuteMs

const claims = claimsOf({
  name: 'push_delivery',
  key: ['id'],
  waiting: 'waiting',
  isTooFar: (at) => sql`due_at > ${new Date(at.getTime() + longestWaitMs)}`,
  atOnce: 5_000,
})
export const { releaseExpired, releaseFarAhead } = claims

/** What is too old is given up. */
export const giveUpOld = async (db: Db, at: Date): Promise<void> => {
  await sql`
    update push_delivery set state = 'dead', finished_at = ${at}, state_at = ${at}, push_error = coalesce(push_error, 'expired')
     where ${claims.isFree(sql`state = 'waiting' and give_up_at < ${at}`)}`.execute(db)
}

/** No rest is this long: such a time is from before the clock was set back. */
export const endLongRests = async (db: Db, at: Date): Promise<void> => {
  await sql`update push_endpoint set down_until = null where down_until > ${new Date(at.getTime() + hourMs + minuteMs)}`.execute(
    db,
  )
}
