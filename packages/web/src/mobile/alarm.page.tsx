import { useCallback, useEffect, useState } from 'react'
import { AlarmActions, usePresence } from './alarm-actions.tsx'
import { AlarmFoot, alarmName, alarmSpot, LevelTag } from './alarm-facts.tsx'
import { AlarmPeople } from './alarm-people.tsx'
import { call, Refused, useConnection } from './api.ts'
import { calls, type CallOutput } from './calls.ts'
import { mapLink } from './position.ts'
import { currentUser, may } from './session.ts'
import { t } from './texts.ts'
import { exactTime, shortTime } from './time.ts'
import { Fact, Notice } from './ui.tsx'
import { linkTo } from './route.ts'

const askEvery = 5_000
type Alarm = CallOutput<typeof calls.alarm.detail>

/** Opens the phone's own map at the alarm's position. */
const mapOf = ({ position, projectAddress }: Alarm): string | null => {
  if (position) return mapLink({ ...position, address: projectAddress ?? '' })
  return projectAddress === null
    ? null
    : mapLink({ latitude: null, longitude: null, coordinateSystem: null, address: projectAddress })
}

/** One alarm: where it is, who handles it, whom to call. Always requested again, never shown from storage. */
export const AlarmPage = ({ id }: { id: number }) => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const [alarm, setAlarm] = useState<Alarm>()
  const [at, setAt] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const ask = useCallback(async () => {
    try {
      setAlarm(await call(calls.alarm.detail, { id }))
      setAt(new Date().toISOString())
      setProblem(undefined)
    } catch (error) {
      if (error instanceof Refused) setProblem(error.message)
    }
  }, [id])
  useEffect(() => {
    void ask()
    const timer = setInterval(() => void ask(), askEvery)
    return () => clearInterval(timer)
  }, [ask])
  usePresence(alarm !== undefined && alarm.holderId === currentUser()?.id)
  const map = alarm ? mapOf(alarm) : null
  return (
    <main className="m-page">
      <a className="m-back" href={linkTo('alarms')}>
        ‹ {t.back}
      </a>
      <h1>{alarm ? alarmName(alarm) : t.alarms.title}</h1>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {offline && <Notice tone="fault">{t.alarms.offline}</Notice>}
      {!alarm && problem === undefined && !offline && <Notice tone="neutral">{t.loading}</Notice>}
      {alarm && (
        <>
          <p className="m-code">{alarm.code}</p>
          <p className="m-card-head">
            <LevelTag alarm={alarm} />
          </p>
          <p>
            <strong>{alarmSpot(alarm)}</strong>
          </p>
          <AlarmFoot alarm={alarm} />
          {alarm.projectStopped && <Notice tone="fault">{t.alarms.stopped}</Notice>}
          <AlarmActions alarm={alarm} onDone={ask} />
          <dl>
            <Fact name={t.order.where}>
              {alarm.projectAddress}{' '}
              {map !== null && (
                <a className="m-call" href={map}>
                  {t.order.map}
                </a>
              )}
            </Fact>
            {alarm.deviceCode !== null && may('order:work') && (
              <Fact name={t.found.device}>
                <a className="m-call" href={linkTo('found', alarm.deviceCode)}>
                  {alarm.deviceCode}
                </a>
              </Fact>
            )}
            <Fact name={t.alarms.first}>{shortTime(alarm.firstAt)}</Fact>
            <Fact name={t.alarms.repeats}>{alarm.repeatCount > 0 && String(alarm.repeatCount)}</Fact>
            <Fact name={t.alarms.confirmedBy}>
              {alarm.confirmedAt !== null && `${alarm.confirmedBy ?? t.none} · ${shortTime(alarm.confirmedAt)}`}
            </Fact>
            <Fact name={t.alarms.closedBy}>
              {alarm.closedAt !== null && `${alarm.closedBy ?? t.none} · ${shortTime(alarm.closedAt)}`}
            </Fact>
            <Fact name={t.device.note}>{alarm.note}</Fact>
          </dl>
          {may('projectNotifier:view') && alarm.projectId !== null && <AlarmPeople id={id} projectId={alarm.projectId} />}
          {at !== undefined && <p className="m-as-of">{t.alarms.asOf(exactTime(at))}</p>}
        </>
      )}
    </main>
  )
}
