import { endpoints, type FaultDetail, pageAddress } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from 'antd'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { EscalationRuns } from '../alarm/escalation-runs.tsx'
import { Clock } from '../../../kit/clock.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { FaultKind, FaultOrder, FaultState, usePlaceName } from './fault-cells.tsx'
import { FaultHistory, Related, Signals } from './fault-history.tsx'
import { faultName } from './fault-name.ts'
import { useFaultActions } from './use-fault-actions.tsx'
import './fault.css'

/** How far notification rules have come with a fault. */
export const FaultEscalation = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('alarm-escalation')
  const runs = useCall(endpoints.notificationRun.faultEscalation, { id: row.id }, { quiet: true })
  if (runs.error) return <LoadFailed reason={runs.error.message} onRetry={() => void runs.refetch()} />
  if (!runs.data) return <ListSkeleton rows={2} />
  const none = row.test ? enumLabel('leftOutReason', 'onTest') : t(($) => $.noneOfFault)
  return <EscalationRuns runs={runs.data} none={<p className="ew-muted">{none}</p>} />
}

const { fault } = endpoints

const Linked = ({ text, href }: { text: string | null; href: string | undefined }) =>
  text === null ? '—' : href === undefined ? text : <a href={`#${href}`}>{text}</a>

const Overview = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('fault')
  const can = useCan()
  const place = usePlaceName()
  const page = (may: boolean, name: 'projectDetail' | 'deviceDetail' | 'gatewayDetail', id: number | null) =>
    may && id !== null ? pageAddress(name, { id }) : undefined
  return (
    <>
      <Facts
        endpoint={fault.detail}
        row={row}
        title={t(($) => $.page.what)}
        facts={[
          { field: 'faultType', label: t(($) => $.fault), value: <FaultKind row={row} /> },
          { field: 'state', value: <FaultState row={row} /> },
          { field: 'level', value: <StatusTag enumeration="alarmLevel" value={row.level} /> },
          'firstAt',
          'lastAt',
          'repeatCount',
          { field: 'lastedFor', value: <Clock since={row.firstAt} until={row.solvedAt} /> },
          { field: 'sourceCode', value: `${row.sourceFormat} ${row.sourceCode}` },
          { field: 'orderCode', value: <FaultOrder row={row} /> },
        ]}
      />
      <Facts
        endpoint={fault.detail}
        row={row}
        title={t(($) => $.page.where)}
        facts={[
          {
            field: 'projectName',
            value: (
              <Linked
                text={row.projectName ?? t(($) => $.noProject)}
                href={page(can('project:view'), 'projectDetail', row.projectId)}
              />
            ),
          },
          { field: 'deviceName', value: row.deviceId === null ? place(row) : row.deviceName || '—' },
          'roomNumber',
          {
            field: 'deviceCode',
            value: <Linked text={row.deviceCode} href={page(can('device:view'), 'deviceDetail', row.deviceId)} />,
          },
          {
            field: 'gatewayCode',
            value: <Linked text={row.gatewayCode} href={page(can('gateway:view'), 'gatewayDetail', row.gatewayId)} />,
          },
          'gatewayName',
          'companyName',
        ]}
      />
      <FaultHistory row={row} />
      <FaultEscalation row={row} />
    </>
  )
}

/** What must be visible on every tab: that the fault is postponed, and that it came back. */
const Banner = ({ row }: { row: FaultDetail }) => {
  const { t } = useTranslation('fault')
  return (
    <>
      {row.snoozedUntil !== null && (
        <Alert
          className="ew-form-alert"
          type="warning"
          showIcon
          title={t(($) => $.snooze.banner, { time: formatTime(row.snoozedUntil, row.timeZone), who: row.snoozedBy ?? '—' })}
          description={row.snoozeReason}
        />
      )}
      {row.test && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.page.onTest)} />}
    </>
  )
}

const drawState = (row: FaultDetail) => <StatusTag enumeration="faultState" value={row.state} />
const drawBanner = (row: FaultDetail) => <Banner row={row} />

/** The page of one fault (`…/detail?id=`): type, place, start; its signals, its orders, and how often it came back. */
export default function FaultDetailPage() {
  const { t } = useTranslation('fault')
  const kit = useTranslation('kit').t
  const { actionsOf, dialog } = useFaultActions()
  const activity = useActivityTab(endpoints.activity.fault)
  const drawTabs = (row: FaultDetail) => [
    { key: 'overview', label: kit(($) => $.overview), content: <Overview row={row} /> },
    { key: 'signals', label: t(($) => $.page.signals), content: <Signals row={row} /> },
    { key: 'related', label: t(($) => $.page.related), content: <Related row={row} /> },
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={fault.detail}
        title={(row) => t(($) => $.page.title, { name: faultName(row), code: row.code })}
        status={drawState}
        actions={(row) => actionsOf([row])}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
