import type { HealthProblem, LiveEvent, LiveKind } from '@emberwatch/contract'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { queryClient } from '../api/hooks.ts'
import { showing } from '../api/queries.ts'
import { sharedTexts } from '../i18n/i18n.ts'
import { endSession, useSession } from '../session/session.ts'
import { refetchStale, refreshRateOf } from './refetch-stale.ts'
import { refreshIntervalMs, refresher } from './refresher.ts'
import { follow, type Connection } from './stream.ts'

/**
 * State of the connection, since `changedAt`. `lastActivityAt`: when the server last sent anything. `problems`: what the server
 * last reported that it cannot do.
 */
export const useConnection = create<{
  connection: Connection
  changedAt: number
  lastActivityAt: number
  problems: readonly HealthProblem[]
}>(() => ({
  connection: 'connecting',
  changedAt: Date.now(),
  lastActivityAt: Date.now(),
  problems: [],
}))

type Listener = (events: readonly LiveEvent[]) => void
const listeners = new Set<{ kind: LiveKind; onEvents: Listener }>()

/** What live events make stale: what shows the thing that they are about, or everything. */
type Cause = Exclude<LiveKind, 'session'>

const refetch = (causes: readonly Cause[]): Promise<void> =>
  refetchStale(queryClient, causes.includes('refresh') ? () => true : showing(causes.filter((cause) => cause !== 'refresh')))

const refresh = {
  fast: refresher(refreshIntervalMs.fast, refetch),
  slow: refresher(refreshIntervalMs.slow, refetch),
  calm: refresher(refreshIntervalMs.calm, refetch),
}

const receive = (events: readonly LiveEvent[]): void => {
  const stale = { fast: new Set<Cause>(), slow: new Set<Cause>(), calm: new Set<Cause>() }
  for (const { kind, change } of events) {
    if (kind !== 'session') stale[refreshRateOf(kind)].add(kind)
    else if (change === 'ended') endSession(sharedTexts().errors.sessionInvalid)
  }
  const byKind = Map.groupBy(events, ({ kind }) => kind)
  for (const { kind, onEvents } of listeners) {
    const own = byKind.get(kind)
    if (own) onEvents(own)
  }
  refresh.fast(stale.fast)
  refresh.slow(stale.slow)
  refresh.calm(stale.calm)
}

/** Follows the live stream while the session lasts. Used once, by the main layout. */
export const useLiveStream = (): void => {
  const token = useSession((state) => state.token)
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    void follow(stop.signal, {
      receive,
      activity: () => useConnection.setState({ lastActivityAt: Date.now() }),
      connection: (connection) =>
        useConnection.setState((before) => (before.connection === connection ? before : { connection, changedAt: Date.now() })),
      health: (problems) => useConnection.setState({ problems }),
    })
    return () => stop.abort()
  }, [token])
}

/** Listens to live events of one kind, for effects other than refetching: a sound, a pop-up. Called once for all events of a frame. */
export const useLiveEvents = (kind: LiveKind, onEvents: Listener): void => {
  const latest = useEffectEvent(onEvents)
  useEffect(() => {
    const listener = { kind, onEvents: (events: readonly LiveEvent[]) => latest(events) }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [kind])
}
