import { endpoints, type AlarmDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../kit/clock.tsx'
import { DetailPage } from '../../kit/detail/detail-page.tsx'
import { Facts } from '../../kit/detail/facts.tsx'
import { useActivityTab } from '../activity/activity.tsx'
import { useAlarmActions } from './alarm-actions.tsx'
import { isUnregistered, LevelTag, OrderLink, ResponseClock, StateTag, Unregistered } from './alarm-cells.tsx'
import { AlarmJourney } from './alarm-journey.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { RawReport } from './raw-report.tsx'
import { useShown } from './shown.ts'

const alarm = endpoints.alarm

const Body = ({ row }: { row: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  useShown([row])
  const closed = row.closedAt !== null
  return (
    <div className="ew-alarm-page">
      <div>
        <Facts
          endpoint={alarm.detail}
          row={row}
          title={t(($) => $.page.where)}
          facts={[
            'projectName',
            { field: 'address', label: t(($) => $.page.address), value: row.projectAddress ?? '—' },
            'roomNumber',
            'deviceName',
            isUnregistered(row) ? { field: 'deviceCode', value: <Unregistered alarm={row} /> } : 'deviceCode',
            'modelName',
            'gatewayCode',
            'companyName',
          ]}
        />
        <Facts
          endpoint={alarm.detail}
          row={row}
          title={t(($) => $.page.what)}
          facts={[
            { field: 'typeId', value: typeName(row) },
            { field: 'sourceActive', value: row.sourceActive ? t(($) => $.active) : t(($) => $.restored) },
            'firstAt',
            'lastAt',
            'repeatCount',
            {
              field: 'responseClock',
              label: t(($) => $.page.duration),
              value: <Clock since={row.firstAt} until={row.closedAt} />,
            },
            { field: 'orderCode', value: <OrderLink alarm={row} /> },
          ]}
        />
        {(row.confirmedAt !== null || closed) && (
          <Facts
            endpoint={alarm.detail}
            row={row}
            title={t(($) => $.page.handling)}
            facts={[
              ...(row.confirmedAt === null ? [] : (['confirmedAt', 'confirmedBy'] as const)),
              ...(closed ? (['closedAt', 'closedBy'] as const) : []),
              ...(row.handleWay === null ? [] : (['handleWay'] as const)),
              ...(row.cause === null ? [] : (['cause'] as const)),
              ...(row.note === null ? [] : [{ field: 'note', wide: true } as const]),
            ]}
          />
        )}
        <RawReport alarm={row} />
      </div>
      <AlarmJourney alarm={row} />
    </div>
  )
}

const Status = ({ row }: { row: AlarmDetail }) => (
  <>
    <LevelTag alarm={row} />
    <StateTag alarm={row} />
  </>
)

/** Where, for how long, and what is unusual about this alarm. */
const Banner = ({ row }: { row: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  return (
    <>
      <p className="ew-alarm-banner">
        <span>{placeOf(row, t)}</span>
        <ResponseClock alarm={row} />
      </p>
      {row.test && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.page.onTest)} />}
      {row.deviceDisabled && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.page.deviceDisabled)} />}
      {row.projectStopped && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.page.projectStopped)} />}
    </>
  )
}

const drawStatus = (row: AlarmDetail) => <Status row={row} />
const drawBanner = (row: AlarmDetail) => <Banner row={row} />

/** One alarm: where, what, for how long; what was done; and its journey. */
export default function AlarmDetailPage() {
  const { t } = useTranslation('alarm')
  const kit = useTranslation('kit').t
  const { actionsOf, dialogs } = useAlarmActions()
  const activity = useActivityTab(endpoints.activity.alarm)
  const drawTabs = (row: AlarmDetail) => [
    { key: 'overview', label: kit(($) => $.overview), content: <Body row={row} /> },
    ...activity(row),
  ]
  return (
    <>
      <DetailPage
        endpoint={alarm.detail}
        title={(row) => t(($) => $.page.title, { type: typeName(row), code: row.code })}
        status={drawStatus}
        actions={(row) => actionsOf(row, 'detail')}
        banner={drawBanner}
        tabs={drawTabs}
      />
      {dialogs}
    </>
  )
}
