import { endpoints, type AlarmDetail } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../../kit/actions.tsx'
import { DetailPage } from '../../../kit/detail/detail-page.tsx'
import { useActivityTab } from '../../system/activity/activity.tsx'
import { useAlarmActions } from './alarm-actions.tsx'
import { formatInZone } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { AlarmBeside } from './alarm-beside.tsx'
import { LevelTag, ResponseClock, StateTag } from './alarm-cells.tsx'
import { AlarmDevice } from './alarm-device.tsx'
import { AlarmFiles } from './alarm-files.tsx'
import { placeOf, typeName } from './alarm-labels.ts'
import { AlarmOverview } from './alarm-overview.section.tsx'
import { AlarmPlace } from './alarm-place.tsx'
import { AlarmResults } from './alarm-results.tsx'

const alarm = endpoints.alarm

const Status = ({ row }: { row: AlarmDetail }) => (
  <>
    <LevelTag alarm={row} />
    <StateTag alarm={row} />
  </>
)

/** Place, duration, and what is unusual about this alarm. */
const Banner = ({ row, actions }: { row: AlarmDetail; actions: readonly Action[] }) => {
  const { t } = useTranslation('alarm')
  return (
    <>
      <p className="ew-alarm-banner">
        <span>{placeOf(row, t)}</span>
        <ResponseClock alarm={row} />
        <AlarmBeside alarm={row} actions={actions} />
      </p>
      {row.unreachedAt !== null && (
        <Alert
          className="ew-form-alert"
          type="error"
          showIcon
          title={t(($) => $.page.unreached)}
          description={t(($) => $.page.unreachedHint, { since: formatInZone(row.unreachedAt, row.timeZone) })}
        />
      )}
      {row.test && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.page.onTest)} />}
      {row.deviceDisabled && <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.page.deviceDisabled)} />}
      {row.projectStopped && <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.page.projectStopped)} />}
    </>
  )
}

const drawStatus = (row: AlarmDetail) => <Status row={row} />

/** The page of one alarm (`…/detail?id=`): the work on it, its place, the device's history, notifications, and its file. */
export default function AlarmDetailPage() {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  const can = useCan()
  const { actionsOf, dialogs } = useAlarmActions()
  const activity = useActivityTab(endpoints.activity.alarm)
  const drawBanner = (row: AlarmDetail) => <Banner row={row} actions={actionsOf(row, 'detail')} />
  const drawTabs = (row: AlarmDetail) => [
    { key: 'overview', label: work(($) => $.handling.work), content: <AlarmOverview row={row} /> },
    { key: 'place', label: work(($) => $.tabs.place), content: <AlarmPlace alarm={row} /> },
    ...(can('device:view') ? [{ key: 'device', label: work(($) => $.tabs.device), content: <AlarmDevice alarm={row} /> }] : []),
    { key: 'results', label: work(($) => $.tabs.results), content: <AlarmResults alarm={row} /> },
    { key: 'files', label: work(($) => $.tabs.files), content: <AlarmFiles alarm={row} /> },
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
