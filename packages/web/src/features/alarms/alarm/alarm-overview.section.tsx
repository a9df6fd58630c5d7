import { type AlarmDetail, endpoints, pageHref } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Clock } from '../../../kit/clock.tsx'
import { Facts } from '../../../kit/detail/facts.tsx'
import { useCan } from '../../../session/me.tsx'
import { Photos } from '../../base/file/photos.tsx'
import { AlarmRepair } from '../../orders/repair-story/alarm-repair.tsx'
import { AlarmCalls } from './alarm-calls.tsx'
import { isUnregistered, OrderLink, Unregistered } from './alarm-cells.tsx'
import { AlarmChecks } from './alarm-checks.tsx'
import { AlarmJourney } from './alarm-journey.tsx'
import { typeName } from './alarm-labels.ts'
import { AlarmNotes } from './alarm-notes.tsx'
import { RawReport } from './raw-report.tsx'
import { useShown } from './shown.ts'
import './alarm-detail.css'

const alarm = endpoints.alarm

const Where = ({ row }: { row: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  const can = useCan()
  const { projectId, projectName, deviceId, deviceCode } = row
  const link = (href: string, text: string) => (
    <a className="ew-link" href={href}>
      {text}
    </a>
  )
  return (
    <Facts
      endpoint={alarm.detail}
      row={row}
      title={t(($) => $.page.where)}
      facts={[
        projectId !== null && projectName !== null && can('project:view')
          ? { field: 'projectName', value: link(pageHref('projectDetail', { id: projectId }), projectName) }
          : 'projectName',
        { field: 'address', label: t(($) => $.page.address), value: row.projectAddress ?? '—' },
        'roomNumber',
        'deviceName',
        isUnregistered(row)
          ? { field: 'deviceCode', value: <Unregistered alarm={row} /> }
          : deviceId !== null && deviceCode !== null && can('device:view')
            ? { field: 'deviceCode', value: link(pageHref('deviceDetail', { id: deviceId }), deviceCode) }
            : 'deviceCode',
        'modelName',
        'gatewayCode',
        'companyName',
      ]}
    />
  )
}

const What = ({ row }: { row: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  return (
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
  )
}

const Handling = ({ row }: { row: AlarmDetail }) => {
  const { t } = useTranslation('alarm')
  const work = useTranslation('alarm-detail').t
  if (row.confirmedAt === null && row.closedAt === null) return null
  return (
    <>
      <Facts
        endpoint={alarm.detail}
        row={row}
        title={t(($) => $.page.handling)}
        facts={[
          ...(row.confirmedAt === null ? [] : (['confirmedAt', 'confirmedBy'] as const)),
          ...(row.closedAt === null ? [] : (['closedAt', 'closedBy'] as const)),
          ...(row.result === null ? [] : (['result'] as const)),
          ...(row.handleWay === null ? [] : (['handleWay'] as const)),
          ...(row.cause === null ? [] : (['cause'] as const)),
          ...(row.brigadeCalledAt === null ? [] : (['brigadeCalledAt'] as const)),
          ...(row.note === null ? [] : [{ field: 'note', wide: true } as const]),
          ...(row.losses === null ? [] : [{ field: 'losses', wide: true } as const]),
          ...(row.closeReason === null
            ? []
            : [{ field: 'closeReason', label: work(($) => $.handling.closeReason), wide: true } as const]),
        ]}
      />
      {row.photos.length > 0 && (
        <section className="ew-panel">
          <h2>{work(($) => $.handling.photos)}</h2>
          <Photos ids={row.photos} />
        </section>
      )}
    </>
  )
}

/** The tab for working on the alarm: whom to call, what to do, notes; place and type; and the journey. */
export const AlarmOverview = ({ row }: { row: AlarmDetail }) => {
  const can = useCan()
  useShown([row])
  return (
    <div className="ew-alarm-page">
      <div>
        {can('projectNotifier:view') && <AlarmCalls alarm={row} />}
        <AlarmChecks alarm={row} />
        <AlarmNotes alarm={row} />
        <Handling row={row} />
        <Where row={row} />
        <What row={row} />
        <AlarmRepair alarmId={row.id} />
        <RawReport alarm={row} />
      </div>
      <AlarmJourney alarm={row} />
    </div>
  )
}
