import { endpoints, type AlarmDetail, type NotificationRun } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall, useRunWrite } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { confirm } from '../../../kit/confirm.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { useCan } from '../../../session/me.tsx'
import { toast } from '../../../toast.ts'
import { EscalationRuns } from './escalation-runs.tsx'

/** How far notification rules have come with an alarm. */
export const AlarmEscalation = ({ alarm }: { alarm: AlarmDetail }) => {
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
