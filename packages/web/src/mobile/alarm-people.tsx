import type { EnumValue } from '@emberwatch/contract'
import { useCallback, useEffect, useState } from 'react'
import { call } from './api.ts'
import { calls, type CallOutput } from './calls.ts'
import { MaskedPhone } from './contact-phone.tsx'
import { label } from './enum-labels.ts'
import { may } from './session.ts'
import { t } from './texts.ts'
import { exactTime, shortTime } from './time.ts'
import { Button, Notice, Tag } from './ui.tsx'

type Calls = CallOutput<typeof calls.alarmCall.list>
const callOutcomes: readonly EnumValue<'callOutcome'>[] = ['answered', 'busy', 'noAnswer', 'wrongNumber']

/** The caller passwords, hidden until a user with permission requests them. */
const CallerPasswords = ({ projectId }: { projectId: number }) => {
  const [known, setKnown] = useState<CallOutput<typeof calls.projectNotifier.passwords>>()
  const [words, setWords] = useState<CallOutput<typeof calls.projectNotifier.showPasswords>>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let current = true
    call(calls.projectNotifier.passwords, { projectId })
      .then((answer) => current && setKnown(answer))
      // A failed read must not look as if there were none.
      .catch((error: unknown) => current && setProblem(error instanceof Error ? error.message : t.notReached))
    return () => {
      current = false
    }
  }, [projectId])
  if (!known && problem !== undefined)
    return (
      <p role="alert" className="m-error">
        {t.alarms.password}: {problem}
      </p>
    )
  if (!known?.password) return null
  const show = async () => {
    setProblem(undefined)
    try {
      setWords(await call(calls.projectNotifier.showPasswords, { projectId }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
  }
  return (
    <p className="m-masked">
      {words ? (
        <span>
          {t.alarms.password}: <strong>{words.callerPassword}</strong>
          {words.duressPassword !== null && (
            <>
              {' '}
              · {t.alarms.duress}: <strong>{words.duressPassword}</strong>
            </>
          )}
        </span>
      ) : (
        <>
          <span>{t.alarms.password}: ••••••</span>
          {may('projectNotifier:unmask') && <Button onClick={() => void show()}>{t.alarms.showPassword}</Button>}
        </>
      )}
      {problem !== undefined && (
        <small role="alert" className="m-error">
          {problem}
        </small>
      )}
    </p>
  )
}

/** Whom to call about an alarm, in the order of calls; a tap records the outcome. */
export const AlarmPeople = ({ id, projectId }: { id: number; projectId: number }) => {
  const [data, setData] = useState<Calls>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const ask = useCallback(async () => {
    try {
      setData(await call(calls.alarmCall.list, { id }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
  }, [id])
  useEffect(() => void ask(), [ask])
  const record = async (notifierId: number, callResult: EnumValue<'callOutcome'>) => {
    setBusy(`${notifierId} ${callResult}`)
    setProblem(undefined)
    try {
      await call(calls.alarmCall.record, { id, notifierId, callResult })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t.notReached)
    }
    setBusy(undefined)
    await ask()
  }
  return (
    <section>
      <h2>{t.alarms.people}</h2>
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      {data?.reached && <Notice tone="normal">{t.alarms.reached}</Notice>}
      {data?.people.length === 0 && <Notice tone="fault">{t.alarms.nobody}</Notice>}
      {data?.verification && (
        <Notice tone="fault">{t.alarms.verify(data.verification.askedBy, exactTime(data.verification.until))}</Notice>
      )}
      <CallerPasswords key={projectId} projectId={projectId} />
      <ul className="m-list">
        {data?.people.map((person) => (
          <li key={person.id} className="m-card">
            <span className="m-card-head">
              <strong>{person.name}</strong>
              {person.id === data.nextId && <Tag tone="info">{t.alarms.next}</Tag>}
            </span>
            <span className="m-card-foot">
              <span>{label('notifierRole', person.role)}</span>
              {!person.enabled && <span>{t.alarms.personOff}</span>}
              {person.lastResult !== null && person.lastAt !== null && (
                <span>{`${label('callOutcome', person.lastResult)} ${shortTime(person.lastAt)}`}</span>
              )}
            </span>
            <MaskedPhone
              name={person.name}
              phone={person.phone}
              show={
                may('projectNotifier:unmask')
                  ? async () => (await call(calls.projectNotifier.unmask, { id: person.id })).phone
                  : undefined
              }
            />
            {may('alarm:call') && (
              <span className="m-outcomes" role="group" aria-label={t.alarms.outcomeOf(person.name)}>
                {callOutcomes.map((result) => (
                  <Button key={result} busy={busy === `${person.id} ${result}`} onClick={() => void record(person.id, result)}>
                    {label('callOutcome', result)}
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
