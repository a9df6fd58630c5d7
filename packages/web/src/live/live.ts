import type { LiveEvent, LiveKind } from '@emberwatch/contract'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { queryClient } from '../api/hooks.ts'
import { sharedTexts } from '../i18n/i18n.ts'
import { endSession, useSession } from '../session/session.ts'
import { paceOf, staleBy } from './kinds.ts'
import { follow, type Connection } from './stream.ts'

/** State of the connection, for the header; `heardAt` is when the server was last heard. */
export const useConnection = create<{ connection: Connection; heardAt: number }>(() => ({
  connection: 'connecting',
  heardAt: Date.now(),
}))

type Listener = (event: LiveEvent) => void
const listeners = new Set<{ kind: LiveKind; hear: Listener }>()

/** Asks stale reads again: a lone event's at once, under a storm no more often than once every `breath` ms. */
const refresher = (breath: number) => {
  let due = new Set<string>()
  let resting = false
  const ask = (): void => {
    resting = due.size > 0
    if (!resting) return
    const prefixes = [...due]
    due = new Set()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix)),
    })
    setTimeout(ask, breath)
  }
  return (prefixes: readonly string[]): void => {
    for (const prefix of prefixes) due.add(prefix)
    if (!resting) ask()
  }
}
const refresh = { now: refresher(250), leisurely: refresher(3_000) }

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
      connection: (connection) => useConnection.setState({ connection }),
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
