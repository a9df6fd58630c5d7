import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../i18n/i18n.ts'
import { useLiveEvent } from '../../live/live.ts'
import { useCan } from '../../session/me.tsx'
import { AlarmCard } from './alarm-card.tsx'
import { fireEvery, sound, useSoundLock, watchSoundLock } from './alarm-sound.ts'
import { alarmListPath, placeOf, typeName } from './alarm-words.ts'
import { announcedOf, popupMost, settles, type Announced } from './announced.ts'
import { useOpenAlarms } from './open-alarms.ts'
import { announce, dismissAll, fold, forgetPopup, learn, settle, silence, usePopup } from './popup.store.ts'
import { reportShown } from './shown.ts'
import { SoundSwitch, useSoundOn } from './sound-switch.tsx'
import { useTitleBadge } from './title-badge.ts'
import './alarm-watch.css'

/** A storm of lesser alarms sounds no more often than this. */
const soundPause = 1_500

/** Hears alarms: fills the pop-up, sounds, counts in the browser's tab. */
const useAlarms = () => {
  const open = useOpenAlarms()
  const [on] = useSoundOn()
  const { locked } = useSoundLock()
  const { shown, silenced, folded } = usePopup()
  const fire = shown.some(({ level }) => level === 'fire')
  const ringing = on && fire && !silenced
  const lastSound = useRef(-Infinity)

  const hear = (alarm: Announced) => {
    // The sound of a fire goes on by itself, and over the others.
    if (!announce(alarm) || !on || ringing || alarm.level === 'fire' || performance.now() - lastSound.current < soundPause) return
    lastSound.current = performance.now()
    sound(alarm.level)
  }
  useLiveEvent('alarm', (event) => {
    if (event.change === 'raised') hear(announcedOf(event))
    else if (settles(event)) settle(Number(event.id))
  })
  const compare = useEffectEvent((at: number) => {
    if (at > 0) for (const missed of learn(open)) hear(missed)
  })
  useEffect(() => compare(open.updatedAt), [open.updatedAt])
  useEffect(() => {
    if (!ringing || locked) return
    sound('fire')
    const timer = setInterval(() => sound('fire'), fireEvery)
    return () => clearInterval(timer)
  }, [ringing, locked])
  useEffect(() => {
    if (!folded) reportShown(shown.map(({ id }) => id))
  }, [shown, folded])
  useEffect(watchSoundLock, [])
  useEffect(() => forgetPopup, [])
  useTitleBadge(open.unconfirmed)
  return { fire, ringing, muted: on && locked }
}

/** The pop-up for new alarms. From the fourth on they stand as lines. */
const AlarmPopup = () => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const { shown, latest, folded } = usePopup()
  const { fire, ringing, muted } = useAlarms()
  const count = shown.length
  const title =
    count >= popupMost ? t(($) => $.popup.more, { count }) : count > 1 ? t(($) => $.popup.many, { count }) : t(($) => $.popup.one)
  const foldLabel = folded ? t(($) => $.popup.unfold) : t(($) => $.popup.fold)
  // Whoever may confirm has to, before a fire leaves the screen.
  const mayDismiss = !fire || !can('alarm:confirm')
  return (
    <>
      <p className="ew-visually-hidden" role="alert">
        {latest &&
          count > 0 &&
          t(($) => $.popup.spoken, {
            level: enumLabel('alarmLevel', latest.level),
            type: typeName(latest),
            place: placeOf(latest),
          })}
      </p>
      {count > 0 && (
        <section className="ew-alarms" aria-label={t(($) => $.popup.region)} data-fire={fire} data-many={count > 3}>
          <header className="ew-alarms-head">
            <h2>{title}</h2>
            {ringing && !muted && (
              <button type="button" className="ew-plain" onClick={silence}>
                {t(($) => $.popup.silence)}
              </button>
            )}
            <SoundSwitch />
            <button
              type="button"
              className="ew-plain"
              aria-label={foldLabel}
              title={foldLabel}
              aria-expanded={!folded}
              onClick={() => fold(!folded)}
            >
              {folded ? <DownOutlined /> : <UpOutlined />}
            </button>
            {mayDismiss && (
              <button
                type="button"
                className="ew-plain"
                aria-label={t(($) => $.popup.dismiss)}
                title={t(($) => $.popup.dismiss)}
                onClick={dismissAll}
              >
                <CloseOutlined />
              </button>
            )}
          </header>
          {!folded && (
            <>
              <ul className="ew-alarms-list">
                {shown.map((alarm) => (
                  <AlarmCard key={alarm.id} alarm={alarm} onLeave={foldAway} />
                ))}
              </ul>
              {count > 3 && (
                <a className="ew-alarms-all" href={`#${alarmListPath}?state=unconfirmed`} onClick={foldAway}>
                  {t(($) => $.popup.list)}
                </a>
              )}
            </>
          )}
        </section>
      )}
      {muted && (
        <p className="ew-sound-hint" role="status">
          {t(($) => $.sound.locked)}
        </p>
      )}
    </>
  )
}

const foldAway = () => fold(true)

/** On every page, for whoever may see alarms. */
export default function AlarmWatch() {
  return useCan()('alarm:view') ? <AlarmPopup /> : null
}
