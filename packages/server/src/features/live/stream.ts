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
import { callerOfSession } from '../session/authenticate.ts'
import { ownId } from '../session/self-audit.ts'
import { createStreamWatch, sessionEnded } from './end-streams.ts'
import { devicesOf } from './live.store.ts'
import { createStreamLimit } from './stream-limit.ts'

/** Proxies keep a line open on which something is said, and a reader that is gone is noticed when it does not hear it. */
const pingEveryMs = 15_000

/** Kinds that say something about what only holders of one of these operations may see. */
const watchers: Partial<Record<LiveKind, readonly OperationCode[]>> = {
  alarm: ['alarm:view', 'dataHome:view'],
  order: ['repairOrder:view', 'order:work', 'dataHome:view'],
}

const mayWatch = (actor: Actor, { kind }: LiveEvent): boolean => {
  const codes: readonly string[] | undefined = watchers[kind]
  return codes === undefined || codes.some((code) => actor.operations.has(code))
}

/**
 * Opens the caller's live stream. Each frame is a JSON array of events, its id the cursor to resume from; an empty frame of the event
 * `ping` says that the line stands. With each ping the session is looked at again, so that a stream ends and narrows as calls do. Frames of the event
 * `health` come without a question to the database, at its worst times above all.
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
      // Without them the stream would be silent: the console comes back and tries again.
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
    // A database that is away for a moment ends nobody's stream.
    const timer = setInterval(() => void check().catch(() => stream.send({ event: 'ping', data: '' })), pingMs)

    const tell = (problems: readonly HealthProblem[]): void => {
      if (!stream.send({ event: 'health', data: JSON.stringify(problems) })) stream.close()
    }
    tell(health.problems())
    const beat = setInterval(() => tell(health.problems()), healthEveryMs)
    const unhear = health.onChange(tell)

    let leave: (() => void) | undefined
    let closed = false
    stream.onClose(() => {
      closed = true
      clearInterval(timer)
      clearInterval(beat)
      unhear()
      leave?.()
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
      leave = await hub.join(listener, stream.lastEventId)
    } catch {
      // What was missed cannot be read now: the console comes back and asks again.
      stream.close()
      return
    }
    if (closed) leave()
  }
}
