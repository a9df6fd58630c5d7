import { type DeviceDetail, endpoints, factoryNames, originNames, pageHref } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { formatInZone, formatSpan } from '../../../kit/time.tsx'
import { ProjectLink } from '../../../kit/names.tsx'
import { useCan } from '../../../session/me.tsx'
import { Battery, DeviceState, DueDay, LastSeen, placeOf, Signal, Tags } from './device-cells.tsx'

const { device } = endpoints

/** What must not be overlooked, whichever tab is open. */
export const DeviceBanner = ({ row }: { row: DeviceDetail }) => {
  const { t } = useTranslation('device')
  const words = t(($) => $.banner, { returnObjects: true })
  const { scrappedAt, projectId, lastSeenAt, online, timeZone, replacedBy } = row
  const state =
    scrappedAt !== null
      ? {
          title: t(($) => $.banner.scrapped, { at: formatInZone(scrappedAt, timeZone) }),
          description: t(($) => $.banner.scrappedHint, { reason: row.scrapReason ?? '—' }),
        }
      : projectId === null
        ? { title: words.stock, description: words.stockHint }
        : online === null
          ? { title: words.unsupervised, description: words.unsupervisedHint }
          : lastSeenAt === null
            ? { title: words.never, description: words.neverHint }
            : online
              ? undefined
              : {
                  title: words.offline,
                  description: t(($) => $.banner.offlineHint, {
                    at: formatInZone(lastSeenAt, timeZone),
                    limit: formatSpan(row.offlineAfterS * 1000),
                  }),
                }
  return (
    <>
      {!row.enabled && row.disabledUntil !== null && (
        <Alert
          className="ew-device-alert"
          type="warning"
          showIcon
          title={t(($) => $.banner.disabled, { reason: row.disabledReason ?? '—' })}
          description={t(($) => $.banner.disabledHint, { until: formatInZone(row.disabledUntil, timeZone) })}
        />
      )}
      {replacedBy && (
        <Alert
          className="ew-device-alert"
          type="info"
          showIcon
          title={words.replacedBy}
          description={
            <>
              {words.replacedByHint} <a href={pageHref('deviceDetail', { id: replacedBy.id })}>{replacedBy.code}</a>
            </>
          }
        />
      )}
      {state && <Alert className="ew-device-alert" type={projectId === null ? 'info' : 'warning'} showIcon {...state} />}
    </>
  )
}

/** The main facts: status, place, identity. */
export const DeviceOverview = ({ row }: { row: DeviceDetail }) => {
  const { t } = useTranslation('device')
  const can = useCan()
  const panels = t(($) => $.panels, { returnObjects: true })
  const shared = { endpoint: device.detail, row }
  return (
    <>
      <Facts
        {...shared}
        title={panels.link}
        facts={[
          { field: 'status', value: <DeviceState row={row} /> },
          { field: 'lastSeenAt', value: <LastSeen row={row} /> },
          { field: 'battery', value: <Battery row={row} /> },
          { field: 'signal', value: <Signal signal={row.signal} /> },
          'heartbeatS',
          'offlineAfterS',
          'openAlarms',
          'openFaults',
        ]}
      />
      <Facts
        {...shared}
        title={panels.place}
        facts={[
          {
            field: 'projectName',
            value: <ProjectLink {...row} none={t(($) => $.stocked)} />,
          },
          { field: 'place', label: t(($) => $.location), value: placeOf(row) || '—' },
          { field: 'tags', value: <Tags row={row} /> },
          {
            field: 'gatewayCode',
            value:
              row.gatewayId === null ? '—' : <a href={pageHref('gatewayDetail', { id: row.gatewayId })}>{row.gatewayCode}</a>,
          },
          { field: 'customerName', value: row.customerName ?? '—' },
          'companyName',
          'boundAt',
        ]}
      />
      <Facts
        {...shared}
        title={panels.identity}
        facts={[
          'code',
          'name',
          'seriesName',
          'modelName',
          { field: 'network', value: enumLabel('network', row.network) },
          'communicationCode',
          'imei',
          'firmware',
          'hardware',
        ]}
      />
      <Facts
        {...shared}
        title={panels.life}
        facts={[
          ...(can(endpoints.productTrace.detail.access)
            ? [
                {
                  field: 'stock' as const,
                  label: t(($) => $.trace),
                  value: <a href={pageHref('traceDetail', { code: row.code })}>{t(($) => $.openTrace)}</a>,
                },
              ]
            : []),
          ...originNames.filter((name) => row[name] !== null || !factoryNames.includes(name)),
          'stockedAt',
          'installedOn',
          { field: 'replaceBy', value: <DueDay day={row.replaceBy} /> },
          { field: 'warrantyUntil', value: <DueDay day={row.warrantyUntil} /> },
          ...(row.replaces
            ? [
                {
                  field: 'replacesId' as const,
                  label: t(($) => $.replacesOf),
                  value: <a href={pageHref('deviceDetail', { id: row.replaces.id })}>{row.replaces.code}</a>,
                },
              ]
            : []),
        ]}
      />
      <Facts {...shared} title={panels.record} facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']} />
    </>
  )
}
