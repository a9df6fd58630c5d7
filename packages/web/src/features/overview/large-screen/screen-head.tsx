import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { pageHref, type ScreenInfo } from '@emberwatch/contract'
import { Button, Select } from 'antd'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled, listed } from '../../../i18n/i18n.ts'
import { currentLanguage, switchLanguage } from '../../../i18n/language.ts'
import { formatTime } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useFullScreen } from '../../../shell/full-screen.ts'
import { intervals, rotations, type useRotation } from './use-rotation.ts'
import { useScreenDuty } from './use-screen-data.ts'

/** Who is on duty, by team. */
const Duty = ({ zone }: { zone: string | undefined }) => {
  const { t } = useTranslation('large-screen')
  const { data } = useScreenDuty()
  return (
    <section className="ew-screen-duty" aria-label={t(($) => $.duty)}>
      <h2>{t(($) => $.duty)}</h2>
      {data && data.length === 0 && <span>{t(($) => $.noTeams)}</span>}
      <ul>
        {data?.slice(0, 3).map(({ id, team, people, until }) => (
          <li key={id} title={labelled(team, listed(people))}>
            <small>{team}</small> {people.length === 0 ? <em>{t(($) => $.nobody)}</em> : <strong>{people.join(' · ')}</strong>}{' '}
            {until !== null && people.length > 0 && (
              <small>{t(($) => $.dutyUntil, { time: formatTime(until, zone).slice(5, 16) })}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Now = ({ zone }: { zone: string | undefined }) => {
  const now = formatTime(useNow(), zone)
  return (
    <time className="ew-screen-clock" dateTime={now}>
      <strong>{now.slice(11)}</strong>
      <span>{now.slice(0, 10)}</span>
    </time>
  )
}

const FullScreen = () => {
  const { t } = useTranslation('large-screen')
  const { full, toggle } = useFullScreen()
  const label = full ? t(($) => $.leaveFullScreen) : t(($) => $.fullScreen)
  return (
    <Button
      icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      aria-label={label}
      title={label}
      onClick={() => void toggle()}
    />
  )
}

const RotationField = ({ rotation, every, choose }: ReturnType<typeof useRotation>) => {
  const { t } = useTranslation('large-screen')
  const labels = { province: t(($) => $.rotateProvince), project: t(($) => $.rotateProject) }
  return (
    <>
      <Select
        aria-label={t(($) => $.rotate)}
        value={rotation ?? ''}
        popupMatchSelectWidth={false}
        options={[{ value: '', label: t(($) => $.rotateOff) }, ...rotations.map((value) => ({ value, label: labels[value] }))]}
        onChange={(rotate) => choose({ rotate })}
      />
      {rotation && (
        <Select
          aria-label={t(($) => $.everyLabel)}
          value={every}
          popupMatchSelectWidth={false}
          options={intervals.map((seconds) => ({ value: seconds, label: t(($) => $.every, { seconds }) }))}
          onChange={(seconds) => choose({ every: String(seconds) })}
        />
      )}
    </>
  )
}

const onResize = (changed: () => void) => {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}
const isWide = () => innerWidth >= 700

interface ScreenHeadProps {
  readonly info: ScreenInfo | undefined
  readonly alone: boolean
  readonly rotation: ReturnType<typeof useRotation>
  readonly children?: ReactNode
}

export const ScreenHead = ({ info, alone, rotation, children }: ScreenHeadProps) => {
  const { t } = useTranslation('large-screen')
  const wide = useSyncExternalStore(onResize, isWide)
  const kiosk = info?.kiosk
  const name = [info?.companyName, info?.projectName].filter(Boolean).join(' · ')
  const words = kiosk
    ? t(($) => $.kiosk, { name: kiosk.name, until: formatTime(kiosk.validUntil, info.timeZone).slice(0, 16) })
    : undefined
  return (
    <header className="ew-screen-head">
      <div className="ew-screen-title">
        <h1 title={words}>{t(($) => $.title)}</h1>
        <span title={name}>{name}</span>
      </div>
      <Now zone={info?.timeZone} />
      <Duty zone={info?.timeZone} />
      <div className="ew-screen-tools">
        <RotationField {...rotation} />
        {children}
        {alone && (
          <Button onClick={() => switchLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')}>{t(($) => $.switchTo)}</Button>
        )}
        {alone && !kiosk && <Button href={pageHref('home')}>{t(($) => $.toConsole)}</Button>}
        {alone && wide && <FullScreen />}
      </div>
    </header>
  )
}
