import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Ctx } from '../../../platform/context.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { LiveCursor } from '../../../platform/live-cursor.ts'
import { liveChannel } from '../../../platform/transact.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { collectEvents, relevantEvents } from './collect-events.ts'
import { pushChangeChannel } from './push-queue.ts'

const lookEveryMs = 2_000
/** How often it looks whether anything is pushed at all. Announced at once; this is for lost notifications. */
const askEveryMs = 30_000
/** Where nothing is relevant, the cursor is stored only this often. What is read again is queued only once. */
const storeEveryMs = 2_000
/** A round this long is followed by a pause as long: in a storm of alarms the pushes come second. */
const longRoundMs = 20
const lateMs = 60_000

export interface CollectorOptions {
  /** The system's context, with its own connections. */
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Turns live events into pushes that wait for their endpoints. It reads what is stored and announced anyway, so neither a report nor a
 * click costs a statement more.
 */
export const createPushCollector = ({ ctx, notifications, log }: CollectorOptions): WakeLoop => {
  const db = ctx.systemDb
  const cursor = new LiveCursor(db, 'push')
  let isPushing = false
  let askedAt = -Infinity
  let storedAt = -Infinity
  let doneAt = performance.now()
  let stopped = false
  let unsubscribe: (() => void) | undefined

  /** Whether any project is pushed. If not, everything up to now needs no reading, and an idle installation no statement. */
  const ask = async (): Promise<boolean> => {
    if (performance.now() - askedAt < askEveryMs) return isPushing
    askedAt = performance.now()
    // A push that is being created begins at a later event than the one that is skipped to.
    isPushing = await cursor.skipUnless(sql<boolean>`exists (select from project_push where state = 'active')`)
    return isPushing
  }

  const round = async (): Promise<boolean> => {
    const began = performance.now()
    const { seen: relevant, more } = await cursor.read((events) => relevantEvents(db, events))
    if (relevant.length > 0 || (cursor.isAhead && performance.now() - storedAt > storeEveryMs)) {
      await cursor.advance(async (tx) => {
        if (relevant.length > 0) await collectEvents(tx, relevant, ctx.clock.now())
      })
      storedAt = performance.now()
    }
    doneAt = performance.now()
    const ms = doneAt - began
    if (ms > longRoundMs) await delay(ms)
    return more
  }

  const work = async (): Promise<void> => {
    if (await ask()) {
      if (!(await cursor.hold())) {
        // Another process collects, and watches itself.
        doneAt = performance.now()
        return
      }
      while (!stopped && (await round()) && (await cursor.hold()));
    }
    doneAt = performance.now()
  }

  const loop = createWakeLoop({
    notifications,
    channel: liveChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'events could not be collected for pushing; trying again',
    log,
  })
  return {
    start() {
      const changed = (): void => {
        askedAt = -Infinity
      }
      doneAt = performance.now()
      unsubscribe = notifications.subscribe(pushChangeChannel, { onNotification: changed, onReconnect: changed })
      loop.start()
    },
    async stop() {
      stopped = true
      unsubscribe?.()
      await loop.stop()
      await cursor.release().catch(() => undefined)
    },
    // Not of the loop: in a storm, a round lasts as long as there are events.
    isWorking: (withinMs = lateMs) => performance.now() - doneAt < withinMs,
  }
}
