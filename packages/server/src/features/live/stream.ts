import {
  DomainError,
  healthEveryMs,
  type HealthProblem,
  type LiveEvent,
  type LiveKind,
  type OperationCode,
} from '@emberwatch/contract'
import type { Actor, Ctx } from '../../platform/context.ts'
import type { Health } from '../../platform/health.ts'
import type { EventStream } from '../../platform/http/binding.ts'
import type { Listener, LiveHub } from '../../platform/live-hub.ts'
import { createPushRecorder } from '../alarm/record-pushed.ts'
import { callerOfSession } from '../access/authenticate.ts'
import { ownId } from '../../platform/self-audit.ts'
import { createStreamWatch, sessionEnded } from './end-streams.ts'
import { devicesOf } from './live.reads.ts'
import { createStreamLimit } from './stream-limit.ts'

/** Proxies keep a connection open while data flows, and a failed ping reveals a client that is gone. */
const pingEveryMs = 15_000

/** Kinds that only holders of one of these operations may see. */
const watchers: Partial<Record<LiveKind, readonly OperationCode[]>> = {
  alarm: ['alarm:view', 'dataHome:view'],
  order: ['repairOrder:view', 'order:work', 'dataHome:view'],
}

const mayWatch = (actor: Actor, { kind }: LiveEvent): boolean => {
  const codes: readonly string[] | undefined = watchers[kind]
  return codes === undefined || codes.some((code) => actor.operations.has(code))
}

/**
 * Opens the caller's live stream. Each frame is a JSON array of events, and its id is the cursor to resume from. An empty `ping`
 * event shows that the connection is alive. With each ping the session is checked again, so that a stream ends or narrows as
 * calls do. `health` frames need no database query, so they arrive exactly when the database is down.
 */
export const streamEvents = (hub: LiveHub, health: Pick<Health, 'problems' | 'onChange'>, pingMs = pingEveryMs) => {
  const watch = createStreamWatch()
  const limit = createStreamLimit()
  const pushes = createPushRecorder()
  return async (ctx: Ctx, _input: unknown, stream: EventStream): Promise<void> => {
    const session = ctx.actor.sessionHash
    if (!session) throw new DomainError('sessionInvalid')
    const accountId = ownId(ctx.actor)
    const find = callerOfSession(ctx.systemDb, ctx.clock, ctx.config)
    let { actor } = ctx
    const devices = new Set<number>()
    const readDevices = async (): Promise<void> => {
      if (ctx.scope.kind !== 'user') return
      const found = await devicesOf(ctx.db, accountId)
      devices.clear()
      for (const id of found) devices.add(id)
    }
    try {
      await readDevices()
    } catch {
      // Without them the stream would be silent: the console reconnects and tries again.
      return stream.close()
    }

    const check = async (): Promise<void> => {
      const caller = await find(session)
      if (!caller) stream.send({ data: JSON.stringify([sessionEnded]) })
      if (!caller || caller.actor.mustChangePassword) return stream.close()
      actor = caller.actor
      await readDevices()
      if (!stream.send({ event: 'ping', data: '' })) stream.close()
    }
    // A short database outage must not end any stream.
    const timer = setInterval(() => void check().catch(() => stream.send({ event: 'ping', data: '' })), pingMs)

    const sendHealth = (problems: readonly HealthProblem[]): void => {
      if (!stream.send({ event: 'health', data: JSON.stringify(problems) })) stream.close()
    }
    sendHealth(health.problems())
    const beat = setInterval(() => sendHealth(health.problems()), healthEveryMs)
    const unsubscribeHealth = health.onChange(sendHealth)

    let leaveHub: (() => void) | undefined
    let closed = false
    stream.onClose(() => {
      closed = true
      clearInterval(timer)
      clearInterval(beat)
      unsubscribeHealth()
      leaveHub?.()
    })
    limit(stream, session.toString('hex'), accountId)
    watch(ctx, stream, session.toString('hex'))
    const listener: Listener = {
      scope: ctx.scope,
      accountId,
      companyPath: ctx.actor.companyPath,
      session: session.toString('hex'),
      devices,
      deliver: (events, cursor) => {
        const visible = events.filter((each) => mayWatch(actor, each))
        if (!stream.send({ id: cursor, data: JSON.stringify(visible) })) return false
        for (const { kind, change, id } of visible)
          if (kind === 'alarm' && change === 'raised') pushes.note(ctx, Number(id), ctx.clock.now())
        return true
      },
      end: () => stream.close(),
    }
    try {
      leaveHub = await hub.join(listener, stream.lastEventId)
    } catch {
      // Missed events cannot be read now: the console reconnects and asks again.
      stream.close()
      return
    }
    if (closed) leaveHub()
  }
}
