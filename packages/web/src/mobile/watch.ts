import type { AlarmRow, HealthProblem } from '@emberwatch/contract'
import { useEffect } from 'react'
import { create } from 'zustand'
import { followStream, type Connection } from '../live/follow-stream.ts'
import { refresher } from '../live/refresher.ts'
import { call, openStream, Refused, heardFromServer } from './api.ts'
import { calls } from './calls.ts'
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
  /** Since when the alarms cannot be read, although the stream may be open: the answer is of then. Null: they can. */
  readonly unreadSince: number | null
  /** The server says itself that alarms may not arrive. */
  readonly isTroubled: boolean
  readonly connection: Connection
  /** When the connection changed last. */
  readonly since: number
}

const unknown = (): Watched => ({
  answer: null,
  problem: null,
  unreadSince: null,
  isTroubled: false,
  connection: 'connecting',
  since: Date.now(),
})

/** What burns in the sight of this account, on whatever page the phone is. */
export const useWatched = create<Watched>(unknown)

const pageSize = 100

/** Reads the open alarms, in the order of the desk: those that wait first. */
export const readAlarms = async (): Promise<void> => {
  const { token } = useSession.getState()
  const isStill = () => useSession.getState().token === token
  try {
    const page = await call(calls.alarm.page, { open: true, pageNum: 1, pageSize })
    if (isStill()) useWatched.setState({ answer: { ...page, at: new Date().toISOString() }, problem: null, unreadSince: null })
  } catch (error) {
    if (!isStill()) return
    if (error instanceof Refused) useWatched.setState({ problem: error.message })
    useWatched.setState(({ unreadSince }) => ({ unreadSince: unreadSince ?? Date.now() }))
  }
}

const isBurning = ({ state, test, level }: Pick<AlarmRow, 'state' | 'test' | 'level'>): boolean =>
  state === 'unconfirmed' && !test && level === 'fire'

/** What a person silences: an alarm that is raised again is a new fire. */
const soundOf = ({ id, raisedAt }: Pick<AlarmRow, 'id' | 'raisedAt'>): string => `${id} ${raisedAt}`

export const silencing = (fires: readonly AlarmRow[]): ReadonlySet<string> => new Set(fires.map(soundOf))

/** Whether one of the fires has not been silenced on this phone. */
export const isRinging = (fires: readonly AlarmRow[], silenced: ReadonlySet<string>): boolean =>
  fires.some((fire) => !silenced.has(soundOf(fire)))

/** How many alarms and fires wait for somebody. Null: not known yet. `more`: at least that many. */
export const waitingIn = (answer: Pick<Answer, 'list' | 'total'> | null) => {
  if (answer === null) return null
  const waiting = answer.list.filter(({ state, test }) => state === 'unconfirmed' && !test)
  const fires = waiting.filter(isBurning)
  const isCut = answer.total > answer.list.length
  const last = answer.list.at(-1)
  // Tests come after everything real.
  return { fires, waiting, more: isCut && last?.state === 'unconfirmed' && !last.test }
}

/** Alarms are read again at the latest after this time, events or not (ms). */
const readEvery = 30_000
/** The same if they could not be read (ms). */
const readAgainEvery = 5_000
/** In a storm, at most once in this time (ms). */
const pauseMs = 1_000
/** How often the server sends something (contract: `healthEveryMs`). */
export const heartbeatMs = 4_000
/** Problems of the server with which alarms still arrive (contract: `healthWarnings`). */
export const warnings: readonly HealthProblem[] = ['delivery', 'commands', 'disk', 'clock', 'connections']

export const noteProblems = (problems: readonly HealthProblem[]): void =>
  useWatched.setState({ isTroubled: problems.some((problem) => !warnings.includes(problem)) })

/** Follows the alarms of the signed-in account while the page is open. Used once. */
export const useWatch = (token: string | null): void => {
  useEffect(() => {
    if (token === null) return
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
        health: noteProblems,
      },
      { open: openStream, isFinal: () => useSession.getState().token !== token, heartbeatMs },
    )
    const look = () => {
      if (document.visibilityState === 'visible') read()
    }
    read()
    const timer = setInterval(read, readEvery)
    const again = setInterval(() => {
      if (useWatched.getState().unreadSince !== null) read()
    }, readAgainEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop.abort()
      clearInterval(timer)
      clearInterval(again)
      document.removeEventListener('visibilitychange', look)
      // What this person saw is nothing for the next one, not even for a moment.
      useWatched.setState(unknown())
    }
  }, [token])
}
