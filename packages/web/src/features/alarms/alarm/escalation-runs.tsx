import type { NotificationRun } from '@emberwatch/contract'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatDuration, PreciseTime } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import { numbered } from './numbered.ts'

/** The state of a run in one sentence: how far it is, and what comes next or what ended it. */
const useSentence = (run: NotificationRun): string => {
  const { t } = useTranslation('alarm-escalation')
  const now = useNow()
  const { state, done, of, nextAt, stopReason, stoppedBy } = run
  const step = done === 0 ? t(($) => $.notBegun, { of }) : t(($) => $.step, { done, of })
  if (state === 'finished') return `${step} · ${t(($) => $.finished)}`
  if (state === 'stopped') {
    const reason = enumLabel('runStop', stopReason ?? 'closed')
    const why = stoppedBy === null ? t(($) => $.stopped, { reason }) : t(($) => $.stoppedBy, { reason, who: stoppedBy })
    return `${step} · ${why}`
  }
  if (nextAt === null) return `${step} · ${t(($) => $.last)}`
  const left = Date.parse(nextAt) - now
  return `${step} · ${left < 1_000 ? t(($) => $.nextNow) : t(($) => $.next, { span: formatDuration(left) })}`
}

const tones = { running: 'info', stopped: 'success', finished: 'warning' } as const

type OnEscalate = ((run: NotificationRun) => void) | undefined

const Run = ({ run, name, onEscalate }: { run: NotificationRun; name: string; onEscalate: OnEscalate }) => {
  const { t } = useTranslation('alarm-escalation')
  const words = t(($) => $.columns, { returnObjects: true })
  const sentence = useSentence(run)
  const stepOf = ({ step, round }: { step: number; round: number }): string =>
    round === 1 ? t(($) => $.round, { step }) : t(($) => $.roundAgain, { step, round })
  return (
    <>
      <h3>{name}</h3>
      <Alert
        className="ew-form-alert"
        type={tones[run.state]}
        showIcon
        title={sentence}
        description={run.again > 0 && t(($) => $.again, { n: run.again })}
        action={
          onEscalate &&
          run.nextAt !== null && (
            <Button size="small" onClick={() => onEscalate(run)}>
              {t(($) => $.escalate)}
            </Button>
          )
        }
      />
      {run.told.length === 0 ? (
        <p className="ew-muted">{t(($) => $.nobody)}</p>
      ) : (
        <PlainTable
          label={`${name}: ${t(($) => $.told)}`}
          rows={run.told.map((row, id) => ({ ...row, id }))}
          columns={[
            { label: words.time, render: ({ at }) => <PreciseTime value={at} /> },
            { label: words.step, render: (row) => stepOf(row) },
            { label: words.who, render: ({ name, kind }) => (name === '' ? enumLabel('notifyReceiver', kind) : name) },
            { label: words.channel, render: ({ channel }) => enumLabel('notifyMethod', channel) },
            {
              label: words.state,
              render: ({ state }) =>
                state === null ? t(($) => $.onConsole) : <StatusTag enumeration="recordState" value={state} />,
            },
          ]}
        />
      )}
      {run.leftOut.length > 0 && (
        <PlainTable
          label={`${name}: ${t(($) => $.leftOut)}`}
          rows={run.leftOut.map((row, id) => ({ ...row, id }))}
          columns={[
            { label: words.step, render: (row) => stepOf(row) },
            { label: t(($) => $.leftOut), render: ({ name, kind }) => (name === '' ? enumLabel('notifyReceiver', kind) : name) },
            {
              label: words.channel,
              render: ({ channel }) => (channel === null ? t(($) => $.all) : enumLabel('notifyMethod', channel)),
            },
            { label: words.reason, render: ({ reason }) => enumLabel('leftOutReason', reason) },
          ]}
        />
      )}
    </>
  )
}

interface EscalationRunsProps {
  runs: readonly NotificationRun[]
  /** Text shown if no rule applies. */
  none: ReactNode
  /** Left out for users who may not bring a step forward. */
  onEscalate?: OnEscalate
}

/** How far notification rules have come: who was notified, who was not and why, what comes next or what stopped them. */
export const EscalationRuns = ({ runs, none, onEscalate }: EscalationRunsProps) => {
  const { t } = useTranslation('alarm-escalation')
  const names = numbered(
    runs.map(({ ruleName, event }) => `${ruleName === '' ? t(($) => $.above) : ruleName} · ${enumLabel('notifyEvent', event)}`),
  )
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.title)}</h2>
      {runs.length === 0
        ? none
        : runs.map((run, index) => <Run key={run.id} run={run} name={names[index] ?? ''} onEscalate={onEscalate} />)}
    </section>
  )
}
