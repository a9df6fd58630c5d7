import type { AlarmRow } from '@emberwatch/contract'
import { useEffect, useState } from 'react'
import { label } from './enum-labels.ts'
import { language, t } from './texts.ts'
import { currentUser } from './session.ts'
import { shortTime } from './time.ts'
import { Tag, type Tone } from './ui.tsx'

const tones: Record<AlarmRow['level'], Tone> = { fire: 'fire', warning: 'fault', notice: 'info' }

export const alarmName = (alarm: AlarmRow): string => (language === 'zh' ? alarm.typeNameZh : alarm.typeNameEn)

export const alarmSpot = (alarm: AlarmRow): string =>
  [alarm.projectName, alarm.roomNumber, alarm.deviceName ?? alarm.deviceCode].filter(Boolean).join(' · ')

/** Red is an unconfirmed fire, and nothing else. */
export const LevelTag = ({ alarm }: { alarm: AlarmRow }) => {
  const waits = alarm.state === 'unconfirmed' && !alarm.test
  return <Tag tone={alarm.level === 'fire' && !waits ? 'fault' : tones[alarm.level]}>{label('alarmLevel', alarm.level)}</Tag>
}

const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A duration as `1:02:03` or `2:03`. */
const duration = (ms: number): string => {
  const s = Math.max(0, Math.floor(ms / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, m] = [Math.floor(s / 3_600), Math.floor(s / 60) % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`
}

/** How long an unconfirmed alarm has been waiting, and whether that is too long. */
const Waiting = ({ alarm: { state, raisedAt, acknowledgeDueAt, level, test } }: { alarm: AlarmRow }) => {
  const now = useNow()
  if (state !== 'unconfirmed') return null
  const late = acknowledgeDueAt !== null && Date.parse(acknowledgeDueAt) < now
  return (
    <span className={late ? 'm-waiting m-waiting-late' : 'm-waiting'} data-fire={level === 'fire' && !test}>
      {t.alarms.waiting(duration(now - Date.parse(raisedAt)))}
      {late && ` · ${t.alarms.late}`}
    </span>
  )
}

/** State, time, and who handles the site. */
export const AlarmFoot = ({ alarm }: { alarm: AlarmRow }) => {
  const { holderId, holderName, holderAbsent } = alarm
  return (
    <span className="m-card-foot">
      <span>{shortTime(alarm.raisedAt)}</span>
      <span>{label('alarmState', alarm.state)}</span>
      <Waiting alarm={alarm} />
      {alarm.sourceActive && <span>{t.alarms.sourceActive}</span>}
      {alarm.test && <Tag>{t.alarms.test}</Tag>}
      {holderId !== null && (
        <Tag tone={holderId === currentUser()?.id ? 'info' : 'neutral'}>
          {holderId === currentUser()?.id ? t.alarms.mine : t.alarms.heldBy(holderName ?? '', holderAbsent)}
        </Tag>
      )}
    </span>
  )
}
