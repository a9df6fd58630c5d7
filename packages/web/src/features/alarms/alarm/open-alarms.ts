import type { AlarmRow } from '@emberwatch/contract'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../../api/hooks.ts'
import { useCan } from '../../../session/me.tsx'
import { useAlarmSource } from './alarm-source.ts'

/** The most that the call returns. Header, home, title and pop-up share the same answer. */
const most = 100

export interface OpenAlarms {
  /** Unconfirmed first, then by level, then oldest first. Undefined before the first answer, and without permission to see alarms. */
  readonly list: AlarmRow[] | undefined
  /** Counted over all open alarms, listed or not. */
  readonly total: number
  readonly unconfirmed: number
  /** Unconfirmed fires that this user has not muted, listed or not. */
  readonly sounding: readonly number[]
  /** The same for lesser alarms. */
  readonly soundingLesser: readonly number[]
  /** Unconfirmed tests of people that this user has not put aside. */
  readonly tests: readonly number[]
  /** Whether every unconfirmed alarm is in the list. */
  readonly complete: boolean
  readonly updatedAt: number
  /** Why there is no answer, or no newer one. */
  readonly failed: string | undefined
  readonly retry: () => void
}

/** A failed read is repeated after this, unless an event comes first: the longest wait for a fire whose event was lost (ms). */
const atLeastEvery = 15_000

/** A failed read is reported this long after the last answer (ms), because another attempt has been made in the meantime. */
const saidAfter = 20_000

/** Whether it is unknown what is waiting: the alarms could not be read at all, or not for a while. */
export const useUnread = ({ failed, updatedAt }: Pick<OpenAlarms, 'failed' | 'updatedAt'>): boolean => {
  const [unread, setUnread] = useState(false)
  const isAnswered = updatedAt > 0
  useEffect(() => {
    // Before the first answer, a failure is forgotten while the next attempt is under way.
    if (failed === undefined) return isAnswered ? setUnread(false) : undefined
    const timer = setTimeout(() => setUnread(true), Math.max(0, updatedAt + saidAfter - Date.now()))
    return () => clearTimeout(timer)
  }, [failed, updatedAt, isAnswered])
  return unread
}

const none: readonly number[] = []

/** The open alarms in the caller's scope, refetched with each live event. */
export const useOpenAlarms = (): OpenAlarms => {
  const { open } = useAlarmSource()
  const enabled = useCan()(open.access)
  const { data, dataUpdatedAt, error, refetch } = useCall(
    open,
    { limit: most },
    { enabled, quiet: true, refetchInterval: atLeastEvery },
  )
  const { unconfirmed = 0, sounding = none, soundingWarnings = none, soundingNotices = none, tests = none } = data ?? {}
  const listed = data?.list.filter(({ state }) => state === 'unconfirmed').length ?? 0
  return {
    list: data?.list,
    total: data?.total ?? 0,
    unconfirmed,
    sounding,
    soundingLesser: useMemo(() => [...soundingWarnings, ...soundingNotices], [soundingWarnings, soundingNotices]),
    tests,
    complete: listed === unconfirmed,
    updatedAt: dataUpdatedAt,
    failed: error?.message,
    retry: () => void refetch(),
  }
}
