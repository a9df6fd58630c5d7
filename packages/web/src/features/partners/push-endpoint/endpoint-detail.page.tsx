import { endpoints, pages, type PushEndpointRow } from '@emberwatch/contract'
import { useNavigate } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel, listed } from '../../../i18n/i18n.ts'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { formatTime } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { ProjectPushes } from '../project-push/project-pushes.tsx'
import { Deliveries } from './deliveries.tsx'
import { rateText, usePushError, WaitingCell } from './endpoint-cells.tsx'
import { useEndpointActions } from './use-endpoint-actions.tsx'

const calls = endpoints.pushEndpoint

const Overview = ({ row }: { row: PushEndpointRow }) => {
  const { t } = useTranslation('push-endpoint')
  const errorOf = usePushError()
  const events = listed(row.eventTypes.map((event) => enumLabel('pushEvent', event)))
  return (
    <>
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.receiver)}
        facts={[
          'companyName',
          { field: 'pushWay', value: enumLabel('pushWay', row.pushWay) },
          ...(row.pushWay === 'http'
            ? (['url', { field: 'pushAuth', value: enumLabel('pushAuth', row.pushAuth) }] as const)
            : (['topic', 'mqttUser'] as const)),
          ...(row.pushUser === null ? [] : (['pushUser'] as const)),
          ...(row.oldSecretUntil === null ? [] : (['oldSecretUntil'] as const)),
          { field: 'eventTypes', value: events, wide: true },
          'remark',
        ]}
      />
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.health)}
        facts={[
          'lastSuccessAt',
          'lastFailureAt',
          'pushFailures',
          { field: 'pushError', value: row.pushError === null ? t(($) => $.none) : errorOf(row.pushError) },
          'downUntil',
          { field: 'pushesWaiting', value: <WaitingCell row={row} /> },
          {
            field: 'successRate',
            value: rateText(
              row.successRate,
              t(($) => $.none),
            ),
          },
          'projectPushes',
          'deletesOn',
        ]}
      />
      <Facts
        endpoint={calls.detail}
        row={row}
        title={t(($) => $.panels.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}

/** What must not look healthy. */
const Banner = ({ row }: { row: PushEndpointRow }) => {
  const { t } = useTranslation('push-endpoint')
  const errorOf = usePushError()
  const { pushHealth, pauseReason, failingSince, pushError, pushesWaiting: number, deletesOn } = row
  if (pushHealth === 'paused' || pushHealth === 'disabled') {
    const reason = enumLabel('pushPauseReason', pauseReason ?? 'manual')
    return <Alert type="warning" showIcon title={t(($) => $.banner.paused, { reason, number })} />
  }
  if (pushHealth === 'failing')
    return (
      <Alert
        type="warning"
        showIcon
        title={
          failingSince === null
            ? t(($) => $.banner.late, { number })
            : t(($) => $.banner.failing, { since: formatTime(failingSince), error: errorOf(pushError), number })
        }
      />
    )
  return deletesOn === null ? null : <Alert type="info" showIcon title={t(($) => $.unusedHint)} />
}

const drawStatus = ({ pushHealth }: PushEndpointRow) => <StatusTag enumeration="pushHealth" value={pushHealth} />
const drawBanner = (row: PushEndpointRow) => <Banner row={row} />

/** The page of one endpoint (`…/detail?id=`): what it receives, how it is doing, and the delivery log. */
export default function EndpointDetailPage() {
  const { t } = useTranslation('push-endpoint')
  const can = useCan()
  const navigate = useNavigate()
  const { actionsOf, dialog } = useEndpointActions(() => navigate({ to: pages.pushEndpointList }))
  const drawTabs = (row: PushEndpointRow) => [
    { key: 'overview', label: t(($) => $.tabs.overview), content: <Overview row={row} /> },
    ...(can('pushEndpoint:deliveries')
      ? [{ key: 'deliveries', label: t(($) => $.tabs.deliveries), content: <Deliveries endpointId={row.id} /> }]
      : []),
    ...(can('projectPush:view')
      ? [{ key: 'projects', label: t(($) => $.tabs.projects), content: <ProjectPushes endpointId={row.id} /> }]
      : []),
  ]
  return (
    <>
      <DetailPage
        endpoint={calls.detail}
        title={({ name }) => name}
        status={drawStatus}
        actions={actionsOf}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialog}
    </>
  )
}
