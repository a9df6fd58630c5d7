import { endpoints, errorCatalogue, healthEveryMs, type HealthProblem, type LiveEvent } from '@emberwatch/contract'
import { createParser } from 'eventsource-parser'
import { ApiError } from '../api/api-error.ts'
import { apiBase } from '../api/base.ts'
import { envelopeIn, refuse, requestHeaders } from '../api/call.ts'
import { useSession } from '../session/session.ts'
import { waitBefore } from './backoff.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting'

export interface Follower {
  receive: (events: readonly LiveEvent[]) => void
  /** Anything was heard, a heartbeat included. */
  heard: () => void
  connection: (state: Connection) => void
  /** What the server says it cannot do now. */
  health: (problems: readonly HealthProblem[]) => void
}

/** Two heartbeats missed mean a dead line that TCP has not noticed, or a server that stands still. */
const silence = 2 * healthEveryMs + 2_000
const pause = (time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, time)
    // The network is back: no reason to wait on.
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** A session that must end or change its password first gets no stream; anything else is worth another try. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === errorCatalogue.sessionInvalid.code || error.code === errorCatalogue.mustChangePassword.code)

/** Follows the live stream until `signal` aborts, coming back where it left off (Last-Event-ID). */
export const follow = async (signal: AbortSignal, follower: Follower): Promise<void> => {
  let cursor = ''
  let attempt = 0
  let comeBack = 0

  const listen = async (): Promise<void> => {
    const line = new AbortController()
    const give = () => line.abort()
    signal.addEventListener('abort', give)
    let watchdog = setTimeout(give, silence)
    try {
      const { token } = useSession.getState()
      const headers = requestHeaders()
      headers.set('Accept', 'text/event-stream')
      if (cursor) headers.set('Last-Event-ID', cursor)
      const answer = await fetch(`${apiBase}/${endpoints.live.stream.path}`, { headers, signal: line.signal, cache: 'no-store' })
      if (!answer.ok || !answer.body) return refuse(await envelopeIn(answer), token, true)
      follower.connection('live')
      follower.heard()
      attempt = 0
      const parser = createParser({
        onRetry: (time) => {
          comeBack = time
        },
        onEvent: ({ id, event, data }) => {
          if (id !== undefined) cursor = id
          if (data === '') return
          if (event === 'health') return follower.health(JSON.parse(data) as HealthProblem[])
          const events = JSON.parse(data) as LiveEvent | LiveEvent[]
          follower.receive(Array.isArray(events) ? events : [events])
        },
      })
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watchdog)
        watchdog = setTimeout(give, silence)
        follower.heard()
        parser.feed(value)
      }
    } finally {
      clearTimeout(watchdog)
      signal.removeEventListener('abort', give)
    }
  }

  while (!signal.aborted) {
    try {
      await listen()
    } catch (error) {
      if (isFinal(error)) return
    }
    if (signal.aborted) return
    follower.connection('reconnecting')
    await pause(Math.max(comeBack, waitBefore(attempt++)), signal)
    comeBack = 0
  }
}
