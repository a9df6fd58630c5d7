import type { HealthProblem, LiveEvent } from '@emberwatch/contract'
import { createParser } from 'eventsource-parser'
import { backoffMs } from './backoff.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting'

export interface Follower {
  readonly receive: (events: readonly LiveEvent[]) => void
  /** Called whenever the server sends anything, including heartbeats. */
  readonly activity: () => void
  readonly connection: (state: Connection) => void
  /** What the server reports that it cannot do at present. */
  readonly health: (problems: readonly HealthProblem[]) => void
}

/** Where the events come from: the console and the engineers' page make their calls differently. */
export interface Source {
  /** @throws if there is no stream */
  readonly open: (headers: Record<string, string>, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>
  /** Whether there is no point in trying again. */
  readonly isFinal: (error: unknown) => boolean
  /** How often the server sends something (contract: `healthEveryMs`). */
  readonly heartbeatMs: number
}

const pause = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    // The network is back: no reason to keep waiting.
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Follows the live stream until `signal` aborts, resuming where it left off (Last-Event-ID). */
export const followStream = async (signal: AbortSignal, follower: Follower, source: Source): Promise<void> => {
  /** Two missed heartbeats mean a dead connection that TCP has not noticed, or a server that hangs. */
  const silenceTimeoutMs = 2 * source.heartbeatMs + 2_000
  let cursor = ''
  let attempt = 0
  let retryMs = 0

  const listen = async (): Promise<void> => {
    const line = new AbortController()
    const abort = () => line.abort()
    signal.addEventListener('abort', abort)
    let watchdog = setTimeout(abort, silenceTimeoutMs)
    try {
      const headers = { Accept: 'text/event-stream', ...(cursor && { 'Last-Event-ID': cursor }) }
      const body = await source.open(headers, line.signal)
      const parser = createParser({
        onRetry: (time) => {
          retryMs = time
        },
        onEvent: ({ id, event, data }) => {
          // Only now has the server accepted this console: before that, it may be too busy with all those reconnecting at once.
          if (id !== undefined) {
            cursor = id
            attempt = 0
          }
          if (data === '') return
          if (event === 'health') return follower.health(JSON.parse(data) as HealthProblem[])
          const events = JSON.parse(data) as LiveEvent | LiveEvent[]
          follower.receive(Array.isArray(events) ? events : [events])
        },
      })
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watchdog)
        watchdog = setTimeout(abort, silenceTimeoutMs)
        // Not before something has arrived, because a proxy that buffers responses opens the connection as well.
        follower.connection('live')
        follower.activity()
        parser.feed(value)
      }
    } finally {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', abort)
    }
  }

  while (!signal.aborted) {
    try {
      await listen()
    } catch (error) {
      if (source.isFinal(error)) return
    }
    if (signal.aborted) return
    follower.connection('reconnecting')
    await pause(Math.max(retryMs, backoffMs(attempt++)), signal)
    retryMs = 0
  }
}
