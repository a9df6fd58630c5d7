import { useEffect } from 'react'
import { AlarmActions, usePresence } from './alarm-actions.tsx'
import { AlarmFoot, alarmName, alarmSpot, LevelTag } from './alarm-facts.tsx'
import { useConnection } from './api.ts'
import { currentUser, may } from './session.ts'
import { t } from './texts.ts'
import { exactTime } from './time.ts'
import { Notice } from './ui.tsx'
import { readAlarms, useWatched } from './watch.ts'
import { linkTo } from './route.ts'

const askEvery = 5_000

/** The open alarms that this account may see, in the order of the desk. Never shown from storage: an old list would look like a quiet building. */
export const AlarmsPage = () => {
  const offline = useConnection(({ offlineSince }) => offlineSince !== null)
  const { answer, problem } = useWatched()
  const maySee = may('alarm:view')

  useEffect(() => {
    if (!maySee) return
    void readAlarms()
    const timer = setInterval(() => void readAlarms(), askEvery)
    return () => clearInterval(timer)
  }, [maySee])
  const me = currentUser()?.id
  usePresence(answer?.list.some(({ holderId }) => holderId === me) ?? false)

  return (
    <main className="m-page">
      <h1>{t.alarms.title}</h1>
      {!maySee && <Notice tone="fault">{t.alarms.noAccess}</Notice>}
      {offline && <Notice tone="fault">{t.alarms.offline}</Notice>}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {answer && <p className="m-as-of">{t.alarms.asOf(exactTime(answer.at))}</p>}
      {maySee && !answer && !offline && <Notice tone="neutral">{t.loading}</Notice>}
      {answer && answer.total > answer.list.length && (
        <Notice>{t.alarms.all(answer.list.length, `${answer.total}${answer.totalCapped ? '+' : ''}`)}</Notice>
      )}
      {answer?.list.length === 0 && !offline && <p className="m-empty">{t.alarms.none}</p>}
      <ul className="m-list">
        {answer?.list.map((alarm) => (
          <li
            key={alarm.id}
            className={alarm.state === 'unconfirmed' && !alarm.test ? `m-card m-alarm-${alarm.level}` : 'm-card'}
          >
            <a className="m-card-link" href={linkTo('alarm', alarm.id)}>
              <span className="m-card-head">
                <strong>{alarmName(alarm)}</strong>
                <LevelTag alarm={alarm} />
              </span>
              <span>{alarmSpot(alarm)}</span>
              <AlarmFoot alarm={alarm} />
            </a>
            <AlarmActions alarm={alarm} onDone={readAlarms} />
          </li>
        ))}
      </ul>
    </main>
  )
}
