import { healthWarnings } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { LiveText } from '../../../kit/clock.tsx'
import { useConnection } from '../../../live/live.ts'
import { useMe } from '../../../session/me.tsx'
import { unlockSound, useSoundState } from '../../alarms/alarm/alarm-sound.ts'
import { useSoundOn } from '../../alarms/alarm/sound-switch.tsx'
import type { Freshness } from './use-screen-data.ts'

/** In large letters: what is shown is not the present. */
export const OldBanner = ({ freshness: { state, seconds, reasons } }: { freshness: Freshness }) => {
  const { t } = useTranslation('large-screen')
  if (state === 'live' || (state === 'loading' && reasons.length === 0)) return null
  return (
    <div className="ew-screen-old" role="alert" data-state={state}>
      <strong>
        <LiveText>{state === 'loading' ? t(($) => $.notLoaded) : t(($) => $.old, { seconds })}</LiveText>
      </strong>
      <LiveText>{[...reasons, t(($) => $.oldAdvice)].join(' ')}</LiveText>
    </div>
  )
}

/** The alarms shown are the present, but nobody outside may be notified of them. Inside the layout, the console says so above every page. */
export const WarningBanner = () => {
  const { t } = useTranslation()
  const warnings = useConnection(({ problems }) => problems).filter((problem) => healthWarnings.includes(problem))
  if (warnings.length === 0) return null
  return (
    <div className="ew-screen-silent" role="status" data-problems={warnings.join(' ')}>
      {warnings.map((problem) => (
        <strong key={problem}>{t(($) => $.health.problems[problem])}</strong>
      ))}
    </div>
  )
}

/** In large letters: alarms would not be heard here. The click that allows sound may be anywhere (alarm-sound.ts). */
export const SilentBanner = ({ kiosk }: { kiosk: boolean }) => {
  const { t } = useTranslation('large-screen')
  const output = useSoundState(({ state }) => state)
  const [on, set] = useSoundOn()
  const isOff = !on && !kiosk
  if (output === 'ready' && !isOff) return null
  const words = isOff ? t(($) => $.soundOff) : output === 'locked' ? t(($) => $.silent) : t(($) => $.noSound)
  const switchOn = () => {
    if (isOff) set(true)
    void unlockSound()
  }
  return (
    <div className="ew-screen-silent" role="status">
      <strong>
        <LiveText>{words}</LiveText>
      </strong>
      {(isOff || output === 'locked') && (
        <Button type="primary" onClick={switchOn}>
          {t(($) => $.soundOn)}
        </Button>
      )}
    </div>
  )
}

/** Across the whole screen: a drill or test must not be taken for a fire, nor a fire for a test. */
export const DrillMark = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('large-screen')
  const words = t(($) => $.drillText, { names: names.slice(0, 3).join(', ') || '—' })
  return (
    <>
      <p className="ew-screen-drill-note" role="status" title={names.join(', ')}>
        {words}
      </p>
      <div className="ew-screen-drill" aria-hidden>
        {Array.from({ length: 6 }, (_none, index) => (
          <span key={index}>{t(($) => $.drill)}</span>
        ))}
      </div>
    </>
  )
}

/** Whether the screen runs with a kiosk link, whose account is nobody's. */
export const useIsKiosk = (): boolean => useMe().user.id === 0
