import type { AlarmRow } from '@emberwatch/contract'
import { useCallback, useEffect, useState } from 'react'
import { call, Refused } from './api.ts'
import { calls } from './calls.ts'
import { useConnection } from './connection.ts'
import { label } from './enum-labels.ts'
import { language } from './language.ts'
import { may } from './session.ts'
import { t } from './texts.ts'
import { exactTime, shortTime } from './time.ts'
import { Button, Notice, Tag, type Tone } from './ui.tsx'

const tones: Record<AlarmRow['level'], Tone> = { fire: 'fire', warning: 'fault', notice: 'info' }
const rank: Record<AlarmRow['level'], number> = { fire: 0, warning: 1, notice: 2 }
const askEvery = 5_000
const pageSize = 100

interface Answer {
  readonly list: readonly AlarmRow[]
  readonly total: number
  readonly totalCapped: boolean
  readonly at: string
}

/** The open alarms that this account may see. Never from memory: an old list would look like a quiet building. */
export const AlarmsPage = () => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [answer, setAnswer] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<number>()
  const maySee = may('alarm:view')

  const ask = useCallback(async () => {
    try {
      const page = await call(calls.alarm.page, { open: true, pageNum: 1, pageSize })
      setAnswer({ ...page, at: new Date().toISOString() })
    } catch (error) {
      if (error instanceof Refused) setProblem(error.message)
    }
  }, [])
  useEffect(() => {
    if (!maySee) return
    void ask()
    const timer = setInterval(() => void ask(), askEvery)
    return () => clearInterval(timer)
  }, [ask, maySee])

  const confirm = async (id: number) => {
    setBusy(id)
    setProblem(undefined)
    try {
      await call(calls.alarm.confirm, { id })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(undefined)
    await ask()
  }

  const alarms = answer?.list.toSorted(
    (one, other) => rank[one.level] - rank[other.level] || one.raisedAt.localeCompare(other.raisedAt),
  )
  return (
    <main className="m-page">
      <h1>{t.alarms.title}</h1>
      {!maySee && <Notice tone="fault">{t.alarms.noAccess}</Notice>}
      {offline && <Notice tone="fault">{t.alarms.offline}</Notice>}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {answer && <p className="m-as-of">{t.alarms.asOf(exactTime(answer.at))}</p>}
      {maySee && !answer && !offline && <Notice tone="neutral">{t.loading}</Notice>}
      {answer && answer.total > answer.list.length && (
        <Notice>{t.alarms.all(answer.list.length, `${answer.total}${answer.totalCapped ? '+' : ''}`)}</Notice>
      )}
      {alarms?.length === 0 && !offline && <p className="m-empty">{t.alarms.none}</p>}
      <ul className="m-list">
        {alarms?.map((alarm) => (
          <li key={alarm.id} className={`m-card m-alarm-${alarm.level}`}>
            <span className="m-card-head">
              <strong>{language === 'zh' ? alarm.typeNameZh : alarm.typeNameEn}</strong>
              <Tag tone={tones[alarm.level]}>{label('alarmLevel', alarm.level)}</Tag>
            </span>
            <span>{[alarm.projectName, alarm.roomNumber, alarm.deviceName ?? alarm.deviceCode].filter(Boolean).join(' · ')}</span>
            <span className="m-card-foot">
              <span>{shortTime(alarm.raisedAt)}</span>
              <span>{label('alarmState', alarm.state)}</span>
              {alarm.sourceActive && <span>{t.alarms.sourceActive}</span>}
              {alarm.test && <Tag>{t.alarms.test}</Tag>}
            </span>
            {alarm.state === 'unconfirmed' && may('alarm:confirm') && (
              <Button
                kind="primary"
                busy={busy === alarm.id}
                disabled={offline && t.alarms.confirmOffline}
                onClick={() => void confirm(alarm.id)}
              >
                {t.alarms.confirm}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </main>
  )
}
