import { endpoints, type AlarmDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/hooks.ts'
import { enumLabel } from '../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../kit/list/list-states.tsx'
import { EscalationRuns } from '../alarm-escalation/escalation-runs.tsx'

/** How far notification rules have come with an alarm. */
export const AlarmEscalation = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-escalation')
  const runs = useCall(endpoints.notificationRun.escalation, { id: alarm.id }, { quiet: true })
  if (runs.error) return <LoadFailed reason={runs.error.message} onRetry={() => void runs.refetch()} />
  if (!runs.data) return <ListSkeleton rows={2} />
  return (
    <EscalationRuns
      runs={runs.data}
      none={
        <Alert
          className="ew-form-alert"
          type={alarm.test ? 'info' : 'warning'}
          showIcon
          title={alarm.test ? enumLabel('leftOutReason', 'onTest') : t(($) => $.none)}
          description={alarm.test ? undefined : t(($) => $.noneHint)}
        />
      }
    />
  )
}
