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
  /** Exact below 100. */
  unconfirmed: number
  /** Is every unconfirmed alarm in the list? */
  complete: boolean
  updatedAt: number
  /** Why there is no answer. */
  failed: string | undefined
  retry: () => void
}

/** A reading that failed is made up for by then, should no event come before. */
const atLeastEvery = 60_000

/** The open alarms in the caller's scope, asked again with each live event. */
export const useOpenAlarms = (): OpenAlarms => {
  const enabled = useCan()('alarm:view')
  const { data, dataUpdatedAt, error, refetch } = useCall(
    endpoints.dataCentre.liveAlarms,
    { limit: most },
    { enabled, quiet: true, refetchInterval: atLeastEvery },
  )
  const unconfirmed = data?.list.filter(({ state }) => state === 'unconfirmed').length ?? 0
  return {
    list: data?.list,
    total: data?.total ?? 0,
    unconfirmed,
    complete: unconfirmed < most,
    updatedAt: dataUpdatedAt,
    failed: error?.message,
    retry: () => void refetch(),
  }
}
