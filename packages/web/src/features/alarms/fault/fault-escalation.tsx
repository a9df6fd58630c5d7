import { endpoints, type FaultDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { EscalationRuns } from '../alarm/escalation-runs.tsx'

/** How far notification rules have come with a fault. */
export const FaultEscalation = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('alarm-escalation')
  const runs = useCall(endpoints.notificationRun.faultEscalation, { id: row.id }, { quiet: true })
  if (runs.error) return <LoadFailed reason={runs.error.message} onRetry={() => void runs.refetch()} />
  if (!runs.data) return <ListSkeleton rows={2} />
  const none = row.test ? enumLabel('leftOutReason', 'onTest') : t(($) => $.noneOfFault)
  return <EscalationRuns runs={runs.data} none={<p className="ew-muted">{none}</p>} />
}
