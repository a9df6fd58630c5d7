import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import { useConnection, useLiveEvent } from '../../live/live.ts'
import { useCan } from '../../session/me.tsx'
import { phoneWidth, useNarrow } from '../../shell/use-narrow.ts'
import { AlarmQueue } from './alarm-queue.tsx'
import { sound } from './alarm-sound.ts'
import { placeOf, typeName } from './alarm-words.ts'
import { announcedOf, announces, isAgain, settles, sitesOf, type Announced } from './announced.ts'
import { useOpenAlarms } from './open-alarms.ts'
import { drawnOf } from './queue-view.ts'
import { announce, fold, forgetQueue, learn, settle, useQueue } from './queue.store.ts'
import { reportShown } from './shown.ts'
import { useTitleBadge } from './title-badge.ts'
import { useMutesKept, useSounding } from './use-sounding.ts'

/** A storm of lesser alarms sounds no more often than this. */
const soundPause = 1_500

/** Fills the queue, from live events and from the list of open alarms; a lesser alarm sounds once. */
const useAnnounced = (rests: boolean) => {
  const open = useOpenAlarms()
  const kept = useMutesKept()
  const lastSound = useRef(-Infinity)
  const hear = (alarm: Announced, again = false) => {
    if (!announce(alarm, again)) return
    if (!rests) fold(false)
    if (alarm.level === 'fire' || performance.now() - lastSound.current < soundPause) return
    lastSound.current = performance.now()
    sound(alarm.level)
  }
  useLiveEvent('alarm', (event) => {
    if (announces(event)) hear(announcedOf(event), isAgain(event))
    else if (settles(event)) settle(Number(event.id))
  })
  const compare = useEffectEvent((at: number) => {
    if (at > 0) for (const missed of learn(open, kept)) hear(missed)
  })
  useEffect(() => compare(open.updatedAt), [open.updatedAt])
  // What came while the line was down, or between the first answer and the first word of the line.
  const live = useConnection(({ connection }) => connection === 'live')
  const catchUp = useEffectEvent(open.retry)
  useEffect(() => {
    if (live) catchUp()
  }, [live])
  useEffect(() => forgetQueue, [])
  return open
}

/** Every waiting fire on every page: docked, sounding, and flashing in the browser's tab. */
const Watch = () => {
  const { t } = useTranslation('alarm')
  const onAlarmPage = useLocation({ select: ({ pathname }) => pathname.startsWith('/alarm/') })
  const phone = useNarrow(phoneWidth)
  // There the alarms are on the page already, or there is no room for more than a bar.
  const rests = onAlarmPage || phone
  const { waiting, latest, folded, sounding: loud } = useQueue()
  const open = useAnnounced(rests)
  const sites = useMemo(() => sitesOf(waiting.values()), [waiting])
  const fires = sites.reduce((sum, site) => sum + site.fires, 0)
  const sounding = useSounding(fires)
  useEffect(() => fold(rests), [rests])
  useEffect(() => {
    const drawn = folded ? (latest ? [latest] : []) : drawnOf(sites)
    reportShown(drawn.filter(({ id }) => waiting.has(id)).map(({ id }) => id))
  }, [sites, latest, folded, waiting])
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
      {(waiting.size > 0 || sounding.able === 'locked' || sounding.able === 'unavailable') && (
        <AlarmQueue sites={sites} atLeast={!open.complete} sounding={sounding} />
      )}
    </>
  )
}

/** On every page, for whoever may see alarms. */
export default function AlarmWatch() {
  return useCan()('alarm:view') ? <Watch /> : null
}
