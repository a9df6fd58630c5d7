import type { LiveEvent } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import type { EventStream } from '../../platform/http/binding.ts'
import { endedSessions } from '../session/authenticate.ts'

/** A stream ends within 5 s of what ends its session (domain.md), also when nobody did anything: a company expires by itself. */
const sweepEveryMs = 3_000

/** The same word as when somebody ends it (platform/live-hub.ts). */
export const sessionEnded: LiveEvent = { kind: 'session', id: null, change: 'ended', data: {} }

/** Watches over open streams, all of them with one query: closes those whose session has ended. Answers how to put a stream under watch. */
export const createStreamWatch = (sweepMs = sweepEveryMs) => {
  const open = new Map<EventStream, string>()
  let timer: NodeJS.Timeout | undefined
  let sweeping = false

  const sweep = async ({ systemDb, clock }: Pick<Ctx, 'systemDb' | 'clock'>): Promise<void> => {
    if (sweeping) return
    sweeping = true
    try {
      const ended = new Set(await endedSessions(systemDb, clock, [...new Set(open.values())]))
      for (const [stream, session] of open) {
        if (!ended.has(session)) continue
        stream.send({ data: JSON.stringify([sessionEnded]) })
        stream.close()
        open.delete(stream)
      }
    } catch {
      // A database that is away for a moment ends nobody's stream.
    } finally {
      sweeping = false
    }
  }

  return (ctx: Pick<Ctx, 'systemDb' | 'clock'>, stream: EventStream, session: string): void => {
    open.set(stream, session)
    timer ??= setInterval(() => void sweep(ctx), sweepMs)
    stream.onClose(() => {
      open.delete(stream)
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}
