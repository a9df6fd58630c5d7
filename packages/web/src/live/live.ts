import type { HealthProblem, LiveEvent, LiveKind } from '@emberwatch/contract'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { queryClient } from '../api/hooks.ts'
import { sharedTexts } from '../i18n/i18n.ts'
import { endSession, useSession } from '../session/session.ts'
import { askAgain } from './ask-again.ts'
import { paceOf, staleBy } from './kinds.ts'
import { breaths, refresher } from './refresher.ts'
import { follow, type Connection } from './stream.ts'

/** State of the connection, since `changedAt`; `heardAt` is when the server was last heard, `problems` what it last said it cannot do. */
export const useConnection = create<{
  connection: Connection
  changedAt: number
  heardAt: number
  problems: readonly HealthProblem[]
}>(() => ({
  connection: 'connecting',
  changedAt: Date.now(),
  heardAt: Date.now(),
  problems: [],
}))

type Listener = (event: LiveEvent) => void
const listeners = new Set<{ kind: LiveKind; hear: Listener }>()

const again = (prefixes: readonly string[]): Promise<void> => askAgain(queryClient, prefixes)

const refresh = { now: refresher(breaths.now, again), leisurely: refresher(breaths.leisurely, again) }

export const receive = (events: readonly LiveEvent[]): void => {
  const stale = { now: new Set<string>(), leisurely: new Set<string>() }
  for (const event of events) {
    const { kind, change } = event
    if (kind === 'session') {
      if (change === 'ended') endSession(sharedTexts().errors.sessionInvalid)
    } else if (kind === 'refresh') stale.now.add('')
    else for (const prefix of staleBy[kind]) stale[paceOf(kind)].add(prefix)
    for (const listener of listeners) if (listener.kind === kind) listener.hear(event)
  }
  refresh.now([...stale.now])
  refresh.leisurely([...stale.leisurely])
}

/** Follows the live stream for as long as the session lasts. Used once, by the main layout. */
export const useLiveStream = (): void => {
  const token = useSession((state) => state.token)
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    void follow(stop.signal, {
      receive,
      heard: () => useConnection.setState({ heardAt: Date.now() }),
      connection: (connection) =>
        useConnection.setState((before) => (before.connection === connection ? before : { connection, changedAt: Date.now() })),
      health: (problems) => useConnection.setState({ problems }),
    })
    return () => stop.abort()
  }, [token])
}

/** Hears live events of one kind, for what must happen beyond reading again: a sound, a pop-up. */
export const useLiveEvent = (kind: LiveKind, hear: Listener): void => {
  const latest = useEffectEvent(hear)
  useEffect(() => {
    const listener = { kind, hear: (event: LiveEvent) => latest(event) }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [kind])
}
