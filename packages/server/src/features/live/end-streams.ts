import type { LiveEvent } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import type { EventStream } from '../../platform/http/binding.ts'
import { endedSessions } from '../access/authenticate.ts'

/** A stream ends within 5 s of its session (domain.md), even if nobody acted: a company expires by itself. */
const sweepEveryMs = 3_000

/** The same event as when somebody ends the session (platform/live-hub.ts). */
export const sessionEnded: LiveEvent = { kind: 'session', id: null, change: 'ended', data: {} }

/** Watches all open streams with one query and closes those whose session has ended. Returns a function that adds a stream. */
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
      // A short database outage must not end any stream.
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
