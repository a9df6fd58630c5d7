import {
  type AlarmCallPerson,
  type AlarmDetail,
  endpoints,
  enums,
  type EnumValue,
  type OutputOf,
  pageHref,
} from '@emberwatch/contract'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { Tag } from '../../../kit/status-tag.tsx'
import { PreciseTime, Time } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { CallerPasswords } from '../../sites/project-notifier/caller-passwords.tsx'
import { Contact } from '../../sites/project-notifier/call-person.tsx'
import '../../sites/project-notifier/call-list.css'

const calls = endpoints.alarmCall

interface PersonProps {
  person: AlarmCallPerson
  isNext: boolean
  /** Undefined: the user may not record calls. */
  onResult: ((result: EnumValue<'callOutcome'>) => Promise<void>) | undefined
}

const Person = ({ person, isNext, onResult }: PersonProps) => {
  const { t } = useTranslation('alarm-detail')
  const [busy, setBusy] = useState<EnumValue<'callOutcome'>>()
  const { name, role, seq, enabled, tries, lastResult, lastAt } = person
  const record = async (result: EnumValue<'callOutcome'>) => {
    setBusy(result)
    try {
      await onResult?.(result)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <li className="ew-call ew-alarm-person" data-next={isNext} data-off={!enabled}>
      <span className="ew-call-seq">{seq}</span>
      <span className="ew-call-who">
        <strong>{name}</strong>
        <small>{enumLabel('notifierRole', role)}</small>
      </span>
      {/* The call list has no version here; if a number changes meanwhile, it is read again with the list. */}
      <Contact person={{ ...person, email: null, version: 0 }} />
      <span className="ew-alarm-tried">
        {isNext && <Tag look={{ tone: 'info', shape: '▶' }}>{t(($) => $.calls.next)}</Tag>}
        {lastResult && lastAt && (
          <small>
            {enumLabel('callOutcome', lastResult)} <Time value={lastAt} />
            {tries > 1 && ` ${t(($) => $.calls.tries, { count: tries })}`}
          </small>
        )}
        {!enabled && <small>{t(($) => $.calls.off)}</small>}
      </span>
      {onResult && (
        <span className="ew-call-actions" role="group" aria-label={t(($) => $.calls.resultOf, { name })}>
          {enums.callOutcome.map((result) => (
            <Button
              key={result}
              size="small"
              type={isNext && result === 'answered' ? 'primary' : 'default'}
              loading={busy === result}
              disabled={busy !== undefined && busy !== result}
              onClick={() => void record(result)}
            >
              {enumLabel('callOutcome', result)}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

/** The time left for calling the premises before this fire counts as one. */
const Verification = ({ askedBy, until }: NonNullable<OutputOf<typeof calls.list>['verification']>) => {
  const { t } = useTranslation('alarm-detail')
  const left = Math.ceil((Date.parse(until) - useNow()) / 1000)
  return (
    <Alert
      className="ew-form-alert"
      type={left > 0 ? 'info' : 'error'}
      showIcon
      title={left > 0 ? t(($) => $.calls.verify, { left, askedBy }) : t(($) => $.calls.verifyOver, { askedBy })}
    />
  )
}

/** Whom to call about the alarm, in the order of calls; a click records the outcome. */
export const AlarmCalls = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  // Loaded together, because a component that loads its texts later would hide the page until they are there.
  useTranslation('project-notifier')
  const can = useCan()
  const run = useRunWrite()
  const query = useCall(calls.list, { id: alarm.id }, { quiet: true })
  const [note, setNote] = useState('')
  const { data } = query

  const record = async (person: AlarmCallPerson, callResult: EnumValue<'callOutcome'>) => {
    const said = note.trim()
    try {
      await run(calls.record, { id: alarm.id, notifierId: person.id, callResult, ...(said === '' ? {} : { note: said }) })
      setNote('')
      toast.success(t(($) => $.calls.recorded, { name: person.name, result: enumLabel('callOutcome', callResult) }))
    } catch {
      // The call has shown its failure.
    }
  }
  const mayRecord = can('alarm:call')
  return (
    <section className="ew-panel" aria-label={t(($) => $.calls.title)}>
      <h2>{t(($) => $.calls.title)}</h2>
      {query.isError && <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />}
      {!data && !query.isError && <ListSkeleton rows={2} />}
      {data && alarm.projectId === null && <p className="ew-muted">{t(($) => $.calls.noProject)}</p>}
      {data?.verification && <Verification {...data.verification} />}
      {data && alarm.projectId !== null && <CallerPasswords projectId={alarm.projectId} />}
      {data && alarm.projectId !== null && data.people.length === 0 && (
        <Alert
          type="warning"
          showIcon
          title={t(($) => $.calls.empty)}
          action={
            can('project:view') &&
            can('projectNotifier:create') && (
              <a className="ew-link" href={pageHref('projectDetail', { id: alarm.projectId, tab: 'calls' })}>
                {t(($) => $.calls.toList)}
              </a>
            )
          }
        />
      )}
      {data && data.people.length > 0 && (
        <>
          {data.reached && <Alert className="ew-form-alert" type="success" showIcon title={t(($) => $.calls.reached)} />}
          {!data.reached && data.nextId === null && (
            <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.calls.nobodyLeft)} />
          )}
          {mayRecord && (
            <label className="ew-alarm-call-note">
              <span>{t(($) => $.calls.note)}</span>
              <Input value={note} maxLength={200} onChange={({ target }) => setNote(target.value)} />
            </label>
          )}
          <ol className="ew-calls">
            {data.people.map((person) => (
              <Person
                key={person.id}
                person={person}
                isNext={person.id === data.nextId}
                onResult={mayRecord ? (result) => record(person, result) : undefined}
              />
            ))}
          </ol>
        </>
      )}
      {data && data.calls.length > 0 && (
        <details className="ew-alarm-more" open={data.calls.length <= 4}>
          <summary>{t(($) => $.calls.made, { count: data.calls.length })}</summary>
          <ol className="ew-alarm-made">
            {data.calls.map((call) => (
              <li key={call.id}>
                <PreciseTime value={call.at} />
                <strong>{`${call.name} · ${enumLabel('callOutcome', call.callResult)}`}</strong>
                <small>{[call.phone, call.by, call.note].filter(Boolean).join(' · ')}</small>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
