import { endpoints, type LiveEvent, type SiteEventData } from '@emberwatch/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useLiveEvents } from '../../live/live.ts'
import { useCan, useMe } from '../../session/me.tsx'
import { toast } from '../../toast.ts'

/** How often a console says that somebody is at the desk (ms). */
const sayEvery = 60_000
/** Somebody who loses a site must have time to read it (ms). */
const toastMs = 10_000

const gestures = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Says that the person who has taken sites is at the desk, while keys or pointer are used; tells them if they lose one. */
export const useDeskPresence = (): void => {
  const { t } = useTranslation('alarm')
  const { id: me } = useMe().user
  const may = useCan()('alarm:confirm')
  // Until the server has said that they hold none.
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
      // The next minute says it again.
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
