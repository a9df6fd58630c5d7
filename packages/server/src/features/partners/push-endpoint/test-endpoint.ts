import { pushLimits, pushVersion, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { announce } from '../../../platform/database/notifications.ts'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { pushChannel } from './push-queue.ts'
import { testDueAt } from './push.store.ts'

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
