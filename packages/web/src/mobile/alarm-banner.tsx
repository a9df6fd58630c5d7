import type { AlarmRow } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { fireIntervalMs, sound, watchSound } from '../features/alarms/alarm/alarm-sound.ts'
import { useTitleBadge } from '../features/alarms/alarm/title-badge.ts'
import { alarmName, alarmSpot } from './alarm-facts.tsx'
import { t } from './texts.ts'
import { Button } from './ui.tsx'
import { isRinging, silencing, useWatched, waitingIn } from './watch.ts'
import { linkTo } from './route.ts'

const pattern = [400, 150, 400]

/** The number at the icon of the installed page. */
const setBadge = (count: number): void => {
  const badges = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>
  void (count > 0 ? badges.setAppBadge?.(count) : badges.clearAppBadge?.())?.catch(() => undefined)
}

/** Rings while fires wait that nobody has silenced on this phone. A new fire rings again. */
const useRinging = (fires: readonly AlarmRow[]) => {
  const [silenced, setSilenced] = useState<ReadonlySet<string>>(new Set())
  const rings = isRinging(fires, silenced)
  useEffect(watchSound, [])
  useEffect(() => {
    if (!rings) return
    const ring = () => {
      sound('fire')
      // Not in every browser, and refused with an error on the console until the page has been touched.
      if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(pattern)
    }
    ring()
    const timer = setInterval(ring, fireIntervalMs)
    return () => clearInterval(timer)
  }, [rings])
  return { rings, silence: () => setSilenced(silencing(fires)) }
}

/** What waits for somebody, above every page: in words, as a badge of the tab and of the installed page, and with a sound. */
export const AlarmBanner = () => {
  const answer = useWatched((watched) => watched.answer)
  const { fires, waiting, more } = waitingIn(answer) ?? { fires: [], waiting: [], more: false }
  const { rings, silence } = useRinging(fires)
  const count = waiting.length
  useTitleBadge(count, fires.length > 0 ? t.alarms.fire : undefined)
  useEffect(() => setBadge(count), [count])
  // Of nobody's alarms once this person has signed out.
  useEffect(() => () => setBadge(0), [])
  const isFire = fires.length > 0
  const shown = isFire ? fires : waiting
  const newest = shown.reduce<(typeof shown)[number] | undefined>(
    (found, alarm) => (found && found.raisedAt >= alarm.raisedAt ? found : alarm),
    undefined,
  )
  if (!newest) return null
  const words = `${shown.length}${more ? '+' : ''}`
  return (
    <div className={`m-alarm-bar m-tone-${isFire ? 'fire' : 'fault'}`} role="alert" translate="no">
      <a href={shown.length === 1 ? linkTo('alarm', newest.id) : linkTo('alarms')}>
        <strong key={words}>{isFire ? t.alarms.burning(words) : t.alarms.unconfirmed(words)}</strong>
        <span>{[alarmName(newest), alarmSpot(newest)].filter(Boolean).join(' · ')}</span>
      </a>
      {rings && <Button onClick={silence}>{t.alarms.silence}</Button>}
    </div>
  )
}
