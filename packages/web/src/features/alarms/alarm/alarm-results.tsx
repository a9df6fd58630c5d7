import { endpoints, type AlarmDetail, type NotificationRun, type MessageResult } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { confirm } from '../../../kit/confirm.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { EscalationRuns } from './escalation-runs.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { PreciseTime } from '../../../kit/time.tsx'
import { reachedBy } from './alarm-labels.ts'

/** How far notification rules have come with an alarm. */
const AlarmEscalation = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-escalation')
  const runs = useCall(endpoints.notificationRun.escalation, { id: alarm.id }, { quiet: true })
  const can = useCan()
  const run = useRunWrite()
  const isOnTest = alarm.test && !alarm.tried
  const escalate = async ({ id: runId, done }: NotificationRun) => {
    const sure = await confirm({ title: t(($) => $.escalateAsk), content: t(($) => $.escalateText), ok: t(($) => $.escalate) })
    if (!sure) return
    try {
      await run(endpoints.notificationRun.escalate, { id: alarm.id, runId, done })
      toast.success(t(($) => $.escalated))
    } catch {
      // The call has shown its failure. If somebody else was faster, what is shown is stale.
      await runs.refetch()
    }
  }
  if (runs.error) return <LoadFailed reason={runs.error.message} onRetry={() => void runs.refetch()} />
  if (!runs.data) return <ListSkeleton rows={2} />
  return (
    <EscalationRuns
      runs={runs.data}
      onEscalate={can('alarm:confirm') ? (each) => void escalate(each) : undefined}
      none={
        <Alert
          className="ew-form-alert"
          type={isOnTest ? 'info' : 'warning'}
          showIcon
          title={isOnTest ? enumLabel('leftOutReason', 'onTest') : t(($) => $.none)}
          description={isOnTest ? undefined : t(($) => $.noneHint)}
        />
      }
    />
  )
}

const { message } = endpoints

const StateOf = ({ row }: { row: MessageResult }) => (
  <span className="ew-two-lines">
    <StatusTag enumeration="recordState" value={row.state} />
    {row.failureKind !== null && <small>{enumLabel('sendFailure', row.failureKind)}</small>}
  </span>
)

const Results = ({ title, rows, called = false }: { title: string; rows: readonly MessageResult[]; called?: boolean }) => {
  const { t } = useTranslation('alarm-detail')
  const words = t(($) => $.results, { returnObjects: true })
  return (
    <section className="ew-panel">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="ew-muted">{words.none}</p>
      ) : (
        <PlainTable
          label={title}
          rows={rows}
          columns={[
            { label: words.time, render: (row) => <PreciseTime value={row.at} /> },
            { label: words.receiver, render: (row) => row.receiver },
            ...(called ? [{ label: fieldLabel('phone'), render: (row: MessageResult) => row.phone }] : []),
            { label: words.state, render: (row) => <StateOf row={row} /> },
            { label: words.stateAt, render: (row) => <PreciseTime value={row.stateAt} /> },
            { label: words.attempts, render: (row) => String(row.attempts) },
            { label: words.content, render: (row) => row.content },
          ]}
        />
      )}
    </section>
  )
}

/** The messages and calls to people outside, with their results. */
export const AlarmResults = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  const sms = useCall(message.smsResult, { id: alarm.id }, { quiet: true })
  const voice = useCall(message.callResult, { id: alarm.id }, { quiet: true })
  const mail = useCall(message.mailResult, { id: alarm.id }, { quiet: true })
  const push = useCall(message.pushResult, { id: alarm.id }, { quiet: true })
  const broken = [sms, voice, mail, push].find(({ isError }) => isError)
  if (broken?.error) return <LoadFailed reason={broken.error.message} onRetry={() => void broken.refetch()} />
  if (!sms.data || !voice.data || !mail.data || !push.data) return <ListSkeleton rows={4} />
  return (
    <>
      <Facts
        endpoint={endpoints.alarm.detail}
        row={alarm}
        facts={[{ field: 'reached', value: reachedBy(alarm) || t(($) => $.results.reachedNobody), wide: true }]}
      />
      <AlarmEscalation alarm={alarm} />
      {sms.data.length + voice.data.length === 0 && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.results.nobody)}
          description={t(($) => $.results.nobodyHint)}
        />
      )}
      <Results title={t(($) => $.results.sms)} rows={sms.data} called />
      <Results title={t(($) => $.results.voice)} rows={voice.data} called />
      {mail.data.length > 0 && <Results title={t(($) => $.results.mail)} rows={mail.data} />}
      {push.data.length > 0 && <Results title={t(($) => $.results.push)} rows={push.data} />}
    </>
  )
}
