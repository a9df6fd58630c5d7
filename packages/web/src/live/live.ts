import type { LiveEvent, LiveKind } from '@emberwatch/contract'
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import { queryClient } from '../api/hooks.ts'
import { sharedTexts } from '../i18n/i18n.ts'
import { endSession, useSession } from '../session/session.ts'
import { staleBy } from './kinds.ts'
import { follow, type Connection } from './stream.ts'

/** State of the connection, for the header; `heardAt` is when the server was last heard. */
export const useConnection = create<{ connection: Connection; heardAt: number }>(() => ({ connection: 'connecting', heardAt: Date.now() }))

type Listener = (event: LiveEvent) => void
const listeners = new Set<{ kind: LiveKind; hear: Listener }>()

/** Under a storm the lists are asked again four times a second, no more; a lone event at once. */
const breath = 250
let due = new Set<string>()
let resting = false

const invalidateDue = (): void => {
  if (due.size === 0) {
    resting = false
    return
  }
  const prefixes = [...due]
  due = new Set()
  resting = true
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix)),
  })
  setTimeout(invalidateDue, breath)
}

export const receive = (events: readonly LiveEvent[]): void => {
  for (const event of events) {
    if (event.kind === 'session') {
      if (event.change === 'ended') endSession(sharedTexts().errors.sessionInvalid)
    } else if (event.kind === 'refresh') due.add('')
    else for (const prefix of staleBy[event.kind]) due.add(prefix)
    for (const { kind, hear } of listeners) if (kind === event.kind) hear(event)
  }
  if (!resting) invalidateDue()
}

/** Follows the live stream for as long as the session lasts. Used once, by the main layout. */
export const useLiveStream = (): void => {
  // A session that must choose a new password first is refused the stream, so it starts after the change.
  const token = useSession((state) => (state.mustChangePassword ? null : state.token))
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
