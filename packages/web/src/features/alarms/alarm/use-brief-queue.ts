import { endpoints, type UserInfo } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../../api/hooks.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { isLineOnly } from './off-duty.ts'

const outside: ReadonlySet<UserInfo['accountType']> = new Set(['customer', 'user'])

/** Who is on duty is not waited for any longer (ms). */
const longestWait = 1_500

/** Whether the queue is a single line with a link: for customers, for people who may not confirm, and for people who are not on duty. */
export const useBriefQueue = (): boolean => {
  const { user } = useMe()
  const { accountType } = user
  const can = useCan()
  const asks = can('alarm:confirm') && can('dutyTeam:view') && !outside.has(accountType)
  const {
    data: teams,
    isError,
    isFetched,
  } = useCall(endpoints.dutyTeam.now, {}, { enabled: asks, quiet: true, staleTime: 60_000, refetchInterval: 60_000 })
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!asks) return
    const timer = setTimeout(() => setLate(true), longestWait)
    return () => clearTimeout(timer)
  }, [asks])
  // A read that failed counts as none while it is repeated.
  const isAwaited = !isFetched && !isLate
  // Who was on duty at the last answer may not be any more.
  return outside.has(accountType) || !can('alarm:confirm') || (asks && isLineOnly({ teams, isError, isAwaited }, user))
}
