import { endpoints, type LiveEvent, type SiteEventData } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useLiveEvents } from '../../../live/live.ts'
import { useCan, useMe } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'

/** How often a console reports that somebody is at the desk (ms). */
const sayEvery = 60_000
/** How long the notice about a lost site is shown (ms). */
const toastMs = 10_000

const gestures = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Reports that the holder of sites is at the desk, while keys or pointer are used, and tells them if they lose a site. */
export const useDeskPresence = (): void => {
  const { t } = useTranslation('alarm')
  const { id: me } = useMe().user
  const may = useCan()('alarm:confirm')
  // Assumed until the server has said that they hold none.
  const holds = useRef(true)
  const touched = useRef(true)
  useEffect(() => {
    const touch = () => (touched.current = true)
    for (const gesture of gestures) addEventListener(gesture, touch, { capture: true, passive: true })
    return () => gestures.forEach((gesture) => removeEventListener(gesture, touch, true))
  }, [])
  const say = useEffectEvent(() => {
    if (!may || !holds.current || !touched.current) return
    touched.current = false
    call(endpoints.alarmDesk.present, {}, { quiet: true }).then(
      ({ held }) => (holds.current = held > 0),
      // The next report follows within a minute.
      () => (touched.current = true),
    )
  })
  useEffect(() => {
    const timer = setInterval(() => say(), sayEvery)
    return () => clearInterval(timer)
  }, [])
  const tell = (event: LiveEvent) => {
    const { formerId, holderId, projectName, by } = event.data as unknown as SiteEventData
    if (holderId === me) holds.current = true
    if (formerId !== me || holderId === me) return
    if (event.change === 'siteTaken')
      toast.warning(
        t(($) => $.desk.takenFromYou, { who: by ?? '', project: projectName }),
        toastMs,
      )
    if (event.change === 'siteLapsed')
      toast.warning(
        t(($) => $.desk.lapsed, { project: projectName }),
        toastMs,
      )
  }
  useLiveEvents('alarm', (events) => events.forEach(tell))
}
