import { pages } from '@emberwatch/contract'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { phoneWidth, useNarrow } from '../../../kit/use-narrow.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { AlarmQueue } from './alarm-queue.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { keepsFolded, rememberFolded } from './fold-memory.ts'
import { useUnread } from './open-alarms.ts'
import { countFires, foldByHand, foldedAlarm, isNewFireWaiting, setFolded, useQueue } from './queue.store.ts'
import { reportShown } from './shown.ts'
import { useAlarmQueue } from './use-alarm-queue.ts'
import { useBriefQueue } from './use-brief-queue.ts'
import { useDeskPresence } from './use-desk-presence.ts'
import { useTitleBadge } from './title-badge.ts'
import { useSounding } from './use-sounding.ts'

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
export function AlarmWatch() {
  return useCan()('alarm:view') ? <Watch /> : null
}
