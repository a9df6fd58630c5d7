import {
  dayIn,
  type endpoints,
  type EnumValue,
  type InputOf,
  pageAddress,
  DomainError,
  pushLimits,
  type OutputOf,
  pushVersion,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { announce } from '../../../platform/database/notifications.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow, auditRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { sendMessages, type MessageType } from '../../base/message/message.verbs.ts'
import { administratorsOf } from '../../base/tenant/tenant.reads.ts'
import type { StoredEndpoint } from './push-endpoint.rules.ts'
import { pushChannel, pushesChanged } from './push-queue.ts'
import { translate } from '../../../platform/i18n.ts'
import { testDueAt } from './push.store.ts'

type Calls = typeof endpoints.pushEndpoint

/** Stops pushing to an endpoint. What happens meanwhile waits until it is given up. */
export const pauseEndpoint = (ctx: Ctx, input: InputOf<Calls['pause']>): Promise<null> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    await updateRow(
      write,
      'push_endpoint',
      endpoint,
      { state: 'paused', pause_reason: 'manual' },
      { action: 'pushEndpoint.pause' },
    )
    return null
  })

/** Pushes again, at once, to an endpoint that was paused or disabled. */
export const resumeEndpoint = (ctx: Ctx, input: InputOf<Calls['resume']>): Promise<null> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    const changes = { state: 'active' as const, pause_reason: null, push_failures: 0, failing_since: null, down_until: null }
    await updateRow(write, 'push_endpoint', endpoint, changes, {
      action: 'pushEndpoint.resume',
      changes: { push_failures: null, failing_since: null, down_until: null },
    })
    await announce(write.systemDb, pushChannel)
    await pushesChanged(write.systemDb)
    return null
  })

/** The page of an endpoint. */

/** Tells the administrators of the endpoint's company. */
export const notifyOwner = async (
  write: Write,
  endpoint: Pick<StoredEndpoint, 'id' | 'company_id' | 'name'>,
  type: MessageType,
  params: Readonly<Record<string, string>> = {},
  link: string | null = pageAddress('pushEndpointDetail', { id: endpoint.id }),
): Promise<void> => {
  const people = await administratorsOf(write.systemDb, [endpoint.company_id])
  const ids = people.map(({ id }) => id)
  await sendMessages(write, ids, type, { endpoint: endpoint.name, ...params }, link)
}

const stop = (
  ctx: Ctx,
  id: number,
  state: 'paused' | 'disabled',
  reason: EnumValue<'pushPauseReason'>,
  tell: (write: Write, endpoint: StoredEndpoint) => Promise<void>,
): Promise<void> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', { id })
    await updateRow(
      write,
      'push_endpoint',
      endpoint,
      { state, pause_reason: reason },
      { action: state === 'paused' ? 'pushEndpoint.pause' : 'pushEndpoint.switchOff' },
    )
    await tell(write, endpoint)
  })

/** The endpoint says that its address no longer exists. */
export const pauseGone = (ctx: Ctx, id: number): Promise<void> =>
  stop(ctx, id, 'paused', 'gone', (write, endpoint) => notifyOwner(write, endpoint, 'pushGone'))

/** It has only failed for days. */
export const disableFailing = (ctx: Ctx, id: number, since: string): Promise<void> =>
  stop(ctx, id, 'disabled', 'failing', async (write, endpoint) => {
    const { time_zone: zone } = await write.systemDb
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', endpoint.company_id)
      .executeTakeFirstOrThrow()
    await notifyOwner(write, endpoint, 'pushDisabled', { since: dayIn(new Date(since), zone), error: endpoint.push_error ?? '—' })
  })

type Replay = typeof endpoints.pushEndpoint.replay

/**
 * Queues pushes once more, with their former ids: one, or all that were given up since a time. Only what its project is still pushed to the
 * endpoint for: nothing goes to a former owner.
 * @throws DomainError precondition if there is none
 */
export const replayPushes = (ctx: Ctx, input: InputOf<Replay>): Promise<OutputOf<Replay>> =>
  transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', input)
    const { deliveryId, replaySince } = input
    const which =
      deliveryId === undefined
        ? sql`state = 'dead' and occurred_at >= ${replaySince ?? new Date(0).toISOString()}`
        : sql`id = ${deliveryId} and state in ('delivered', 'dead', 'cancelled')`
    const { numAffectedRows } = await sql`
      update push_delivery set state = 'waiting', due_at = ${write.at}, state_at = ${write.at}, finished_at = null,
          give_up_at = ${new Date(write.at.getTime() + pushLimits.giveUpMs)}
       where endpoint_id = ${endpoint.id} and push_event <> 'test' and ${which}
         and exists (select from project_push where project_push.id = push_delivery.push_id and project_push.state = 'active')`.execute(
      write.systemDb,
    )
    const count = Number(numAffectedRows ?? 0)
    if (count === 0) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.pushNothingToReplay') })
    auditRow(write, 'push_endpoint', endpoint, {
      action: 'pushEndpoint.replay',
      changes: { count: [null, count], ...(replaySince === undefined ? {} : { replaySince: [null, replaySince] }) },
    })
    await announce(write.systemDb, pushChannel)
    return { count }
  })

type Test = typeof endpoints.pushEndpoint.test

const message = 'This is a test of Emberwatch. Nothing happened.'
const lookEveryMs = 100
/** Longer than an attempt: over MQTT another process may send it. */
const waitMs = pushLimits.timeoutMs + 3_000

/**
 * Pushes one test event the way every push goes, before all that wait, also to an endpoint that is paused, and returns what came of it. If
 * nobody takes it up in time, it is withdrawn and says so.
 */
export const testEndpoint = async (ctx: Ctx, { id }: InputOf<Test>): Promise<OutputOf<Test>> => {
  const pushId = await transact(ctx, async (write) => {
    const endpoint = await lockRow(write, 'push_endpoint', { id })
    const eventId = randomUUID()
    const row = await write.systemDb
      .insertInto('push_delivery')
      .values({
        endpoint_id: id,
        event_id: eventId,
        push_event: 'test',
        pushed_object: `test:${eventId}`,
        occurred_at: write.at,
        request: JSON.stringify({
          id: eventId,
          type: 'test',
          version: pushVersion,
          timestamp: write.at.toISOString(),
          data: { message },
        }),
        due_at: testDueAt,
        give_up_at: new Date(write.at.getTime() + pushLimits.giveUpMs),
        state_at: write.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    auditRow(write, 'push_endpoint', endpoint, { action: 'pushEndpoint.test' })
    await announce(write.systemDb, pushChannel)
    return row.id
  })
  const read = () =>
    ctx.systemDb
      .selectFrom('push_delivery')
      .select(['state as pushState', 'status_code as statusCode', 'ms', 'push_error as pushError', 'response'])
      .where('id', '=', pushId)
      .executeTakeFirstOrThrow()
  const until = performance.now() + waitMs
  let answer = await read()
  while ((answer.pushState === 'waiting' || answer.pushState === 'sending') && performance.now() < until) {
    await delay(lookEveryMs)
    answer = await read()
  }
  await ctx.systemDb
    .updateTable('push_delivery')
    .set({ state: 'dead', push_error: 'nobodySends', finished_at: ctx.clock.now(), state_at: ctx.clock.now() })
    .where('id', '=', pushId)
    .where('state', '=', 'waiting')
    .execute()
  return read()
}
