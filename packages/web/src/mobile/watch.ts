import type { AlarmRow } from '@emberwatch/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { followStream, type Connection } from '../live/follow-stream.ts'
import { refresher } from '../live/refresher.ts'
import { call, openStream, Refused } from './api.ts'
import { calls } from './calls.ts'
import { heardFromServer } from './connection.ts'
import { endSession, useSession } from './session.ts'
import { t } from './texts.ts'

/** The open alarms as last read. */
interface Answer {
  readonly list: readonly AlarmRow[]
  readonly total: number
  readonly totalCapped: boolean
  readonly at: string
}

interface Watched {
  readonly answer: Answer | null
  readonly problem: string | null
  readonly connection: Connection
  /** When the connection changed last. */
  readonly since: number
}

const unknown = (): Watched => ({ answer: null, problem: null, connection: 'connecting', since: Date.now() })

/** What burns in the sight of this account, on whatever page the phone is. */
export const useWatched = create<Watched>(unknown)

const pageSize = 100

/** Reads the open alarms, in the order of the desk: those that wait first. */
export const readAlarms = async (): Promise<void> => {
  const { token } = useSession.getState()
  const isStill = () => useSession.getState().token === token
  try {
    const page = await call(calls.alarm.page, { open: true, pageNum: 1, pageSize })
    if (isStill()) useWatched.setState({ answer: { ...page, at: new Date().toISOString() }, problem: null })
  } catch (error) {
    if (error instanceof Refused && isStill()) useWatched.setState({ problem: error.message })
  }
}

export const isBurning = ({ state, test, level }: Pick<AlarmRow, 'state' | 'test' | 'level'>): boolean =>
  state === 'unconfirmed' && !test && level === 'fire'

/** How many alarms and fires wait for somebody. Null: not known yet. `more`: at least that many. */
export const waitingIn = (answer: Pick<Answer, 'list' | 'total'> | null) => {
  if (answer === null) return null
  const waiting = answer.list.filter(({ state, test }) => state === 'unconfirmed' && !test)
  const fires = waiting.filter(isBurning)
  const isCut = answer.total > answer.list.length
  const lastState = answer.list.at(-1)?.state
  return { fires, waiting, more: isCut && lastState === 'unconfirmed' }
}

/** Alarms are read again at the latest after this time, events or not (ms). */
const readEvery = 30_000
/** In a storm, at most once in this time (ms). */
const pauseMs = 1_000
/** How often the server sends something (contract: `healthEveryMs`). */
export const heartbeatMs = 4_000

/** Follows the alarms of the signed-in account while the page is open. Used once. */
export const useWatch = (token: string | null): void => {
  useEffect(() => {
    if (token === null) return
    useWatched.setState(unknown())
    const stop = new AbortController()
    const refresh = refresher(pauseMs, readAlarms)
    const read = () => refresh(['alarms'])
    const connected = (connection: Connection) => {
      if (useWatched.getState().connection === connection) return
      useWatched.setState({ connection, since: Date.now() })
      // Something may have been missed.
      read()
    }
    void followStream(
      stop.signal,
      {
        receive: (events) => {
          if (events.some(({ kind, change }) => kind === 'session' && change === 'ended')) endSession(t.state.ended)
          else if (events.some(({ kind }) => kind === 'alarm' || kind === 'refresh')) read()
        },
        activity: heardFromServer,
        connection: connected,
        health: () => undefined,
      },
      { open: openStream, isFinal: () => useSession.getState().token !== token, heartbeatMs },
    )
    const look = () => {
      if (document.visibilityState === 'visible') read()
    }
    read()
    const timer = setInterval(read, readEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token])
}
