import { endpoints, type UserInfo, pageHref, pages } from '@emberwatch/contract'
import { useEffect, useState, useLayoutEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useLocation } from '@tanstack/react-router'
import { useCall } from '../../../api/hooks.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { isLineOnly, keepsFolded, rememberFolded } from './queue-view.ts'
import { placeOf, typeName } from './alarm-labels.ts'
import { useOpenAlarms, useUnread } from './open-alarms.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { AlarmQueue } from './alarm-queue.tsx'
import { countFires, foldByHand, foldedAlarm, isNewFireWaiting, setFolded, useQueue } from './queue.store.ts'
import { reportShown } from './shown.ts'
import { useAlarmQueue } from './use-alarm-queue.ts'
import { useDeskPresence } from './use-desk-presence.ts'
import { useTitleBadge } from './title-badge.ts'
import { useSounding } from './use-sounding.ts'

const outside: ReadonlySet<UserInfo['accountType']> = new Set(['customer', 'user'])

/** Who is on duty is not waited for any longer (ms). */
const longestWait = 1_500

/** Whether the queue is a single line with a link: for customers, for people who may not confirm, and for people who are not on duty. */
const useBriefQueue = (): boolean => {
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

/** The most that are named; the others are counted. */
const named = 3

const Banner = () => {
  const { t } = useTranslation('alarm')
  const unreached = (useOpenAlarms().list ?? []).filter(({ unreachedAt }) => unreachedAt !== null)
  const place = document.getElementById('notices')
  if (unreached.length === 0 || !place) return null
  return createPortal(
    <section className="ew-trouble" role="alert" data-unreached={unreached.length}>
      <strong>{t(($) => $.unreachedBanner)}</strong>
      <ul>
        {unreached.slice(0, named).map((alarm) => (
          <li key={alarm.id}>
            <a className="ew-link" href={pageHref('alarmDetail', { id: alarm.id })}>
              {alarm.test && `${t(($) => $.test)} · `}
              {typeName(alarm)} · {placeOf(alarm, t)}
            </a>
          </li>
        ))}
      </ul>
      {unreached.length > named && <span>+{unreached.length - named}</span>}
    </section>,
    place,
  )
}

/** Above every page: alarms about which nobody was reached. */
export const UnreachedBanner = () => {
  return useCan()('alarm:view') ? <Banner /> : null
}

/** Every waiting fire on every page: docked, sounding, and flashing in the browser tab. */
const Watch = () => {
  const { t } = useTranslation('alarm')
  const onAlarmPage = useLocation({
    select: ({ pathname }) => pathname.startsWith('/alarm/') || pathname === pages.largeScreenFramed,
  })
  const phone = useNarrow(phoneWidth)
  // On these pages the alarms are visible anyway, or there is only room for a bar.
  const brief = useBriefQueue()
  const rests = onAlarmPage || phone || brief
  const { id: me } = useMe().user
  const { waiting, latest, latestTest, folded, sounding: loud } = useQueue()
  const open = useAlarmQueue(rests, () => keepsFolded(me))
  const unread = useUnread(open)
  const fires = useMemo(() => countFires(waiting), [waiting])
  useDeskPresence()
  const sounding = useSounding(fires)
  // Before it is painted: rows that fold again would move.
  useLayoutEffect(() => setFolded(rests || (keepsFolded(me) && !isNewFireWaiting())), [rests, me])
  const quiet = fires === 0
  useEffect(() => {
    // What a fire unfolded folds again once the last one is taken.
    if (quiet && keepsFolded(me) && !isNewFireWaiting()) setFolded(true)
  }, [quiet, me])
  useEffect(() => {
    // Also a fire that came while nobody was connected, or before the page was opened.
    if (!rests && isNewFireWaiting(waiting)) setFolded(false)
  }, [rests, waiting])
  const fold = (to: boolean) => {
    // On an alarm page or a phone it is folded anyway: that says nothing about the others.
    if (!rests) rememberFolded(me, to)
    foldByHand(to)
  }
  useEffect(() => {
    // An expanded queue reports the rows that are on the screen itself.
    const named = folded ? foldedAlarm({ waiting, latest }) : undefined
    if (named) reportShown([named.id])
  }, [latest, folded, waiting])
  const words = fires === 1 ? t(($) => $.queue.fire) : t(($) => $.queue.fires, { count: fires, more: open.complete ? '' : '+' })
  useTitleBadge(open.unconfirmed, loud.size > 0 ? words : undefined)
  return (
    <>
      <p className="ew-visually-hidden" role="alert">
        {latest && waiting.has(latest.id)
          ? t(($) => $.queue.spoken, {
              level: enumLabel('alarmLevel', latest.level),
              type: typeName(latest),
              place: placeOf(latest, t),
            })
          : fires > 0 && words}
      </p>
      <p className="ew-visually-hidden" role="status">
        {latestTest &&
          waiting.has(latestTest.id) &&
          t(($) => $.queue.spokenTest, { type: typeName(latestTest), place: placeOf(latestTest, t) })}
      </p>
      <AlarmQueue
        needed={waiting.size > 0 || unread || sounding.able === 'locked' || sounding.able === 'unavailable'}
        atLeast={!open.complete}
        unread={unread}
        sounding={sounding}
        brief={brief}
        onFold={fold}
      />
    </>
  )
}

/** On every page, for users who may see alarms. */
export const AlarmWatch = () => {
  return useCan()('alarm:view') ? <Watch /> : null
}
