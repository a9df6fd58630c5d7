import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Health } from '../../../platform/health.ts'
import type { EventStream } from '../../../platform/http/binding.ts'
import type { Listener, LiveFrame } from '../../../platform/live-group.ts'
import type { Viewer } from '../../../platform/live-audience.ts'
import type { LiveHub } from '../../../platform/live-hub.ts'
import { createPushRecorder } from '../../alarms/alarm/lifecycle/record-pushed.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { sightsOf } from './live.reads.ts'
import { createOpenStreams, streamTiming } from './open-streams.ts'
import { createStreamLimit, hiddenFromWalls, hiddenKinds } from './live.rules.ts'

/**
 * Opens the caller's live stream. Each frame is a JSON array of events, and its id is the cursor to resume from. `health` frames show that
 * the connection is alive. They need no database query, so they arrive precisely when the database is down.
 */
export const streamEvents = (hub: LiveHub, health: Pick<Health, 'problems' | 'onChange'>, timing = streamTiming) => {
  const streams = createOpenStreams(health, timing)
  const limit = createStreamLimit()
  const pushes = createPushRecorder()
  let noted: LiveFrame | undefined
  let watchesRights = false

  /** Records the first push. A frame goes to the consoles in turn, and the first one counts. */
  const notePushed = (ctx: Pick<Ctx, 'systemDb' | 'clock'>, frame: LiveFrame): void => {
    if (frame === noted) return
    noted = frame
    for (const { kind, change, id } of frame.events)
      if (kind === 'alarm' && change === 'raised') pushes.note(ctx, Number(id), ctx.clock.now())
  }

  return async (ctx: Ctx, _input: unknown, stream: EventStream): Promise<void> => {
    const session = ctx.actor.sessionHash?.toString('hex')
    if (!session) throw new DomainError('sessionInvalid')
    const { scope, actor, systemDb, clock, config } = ctx
    const { kiosk } = actor
    // A wall is nobody: no event for an account is for it, and walls of one link share its limit.
    const accountId = kiosk ? -kiosk.linkId : ownId(actor)
    let sight: Pick<Viewer, 'devices' | 'projects'>
    try {
      sight = (await sightsOf(systemDb, [{ accountId, scope }]))(accountId)
    } catch {
      // Without them the stream would be silent. Closed, the console reconnects and tries again.
      return stream.close()
    }
    const needs = { systemDb, clock, config }
    if (!watchesRights) hub.onRights(streams.recheck)
    watchesRights = true
    const viewer: Viewer = {
      scope,
      accountId,
      companyPath: actor.companyPath,
      ...sight,
      ...(kiosk ? { hidden: hiddenFromWalls, kiosk: true } : { hidden: hiddenKinds(actor.operations) }),
    }
    const open = streams.add(needs, stream, session, viewer)
    limit(stream, session, accountId)
    const listener: Listener = {
      session,
      deliver: (frame) => {
        if (!stream.send(frame.bytes)) return false
        notePushed(needs, frame)
        return true
      },
      end: () => stream.close(),
    }
    let closed = false
    stream.onClose(() => (closed = true))
    try {
      const place = await hub.join(listener, viewer, stream.lastEventId)
      // Its rights may have been reread meanwhile.
      if (open.viewer !== viewer) place.change(open.viewer)
      open.place = place
    } catch {
      // Missed events cannot be read now, so the console reconnects and asks again.
      return stream.close()
    }
    if (closed) open.place.leave()
  }
}
