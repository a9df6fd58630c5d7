import { endpoints, type AlarmRow } from '@emberwatch/contract'
import { useCall } from '../../api/hooks.ts'
import { useCan } from '../../session/me.tsx'

/** What an action on an alarm makes stale, should the live line be down. */
export const alarmReads = [
  endpoints.alarm.page,
  endpoints.alarm.detail,
  endpoints.dataCentre.liveAlarms,
  endpoints.dataCentre.figures,
] as const

/** The most that the call answers; header, home, title and pop-up share the one answer. */
const most = 100

export interface OpenAlarms {
  /** Unconfirmed first, then oldest first; undefined before the first answer, and for whoever may not see alarms. */
  list: AlarmRow[] | undefined
  /** Of all open ones, listed or not. */
  total: number
  unconfirmed: number
  /** Unconfirmed fires that this person has not muted, listed or not. */
  sounding: readonly number[]
  /** Is every unconfirmed alarm in the list? */
  complete: boolean
  updatedAt: number
  /** Why there is no answer. */
  failed: string | undefined
  retry: () => void
}

/** A reading that failed is made up for by then, should no event come before: nobody waits longer for a fire that the line has lost. */
const atLeastEvery = 15_000

const none: readonly number[] = []

/** The open alarms in the caller's scope, asked again with each live event. */
export const useOpenAlarms = (): OpenAlarms => {
  const enabled = useCan()('alarm:view')
  const { data, dataUpdatedAt, error, refetch } = useCall(
    endpoints.dataCentre.liveAlarms,
    { limit: most },
    { enabled, quiet: true, refetchInterval: atLeastEvery },
  )
  const { unconfirmed = 0, sounding = none } = data ?? {}
  const listed = data?.list.filter(({ state }) => state === 'unconfirmed').length ?? 0
  return {
    list: data?.list,
    total: data?.total ?? 0,
    unconfirmed,
    sounding,
    complete: listed === unconfirmed,
    updatedAt: dataUpdatedAt,
    failed: error?.message,
    retry: () => void refetch(),
  }
}
