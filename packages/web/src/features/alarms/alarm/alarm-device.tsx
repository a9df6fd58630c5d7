import { type AlarmDetail, endpoints, pageAddress, pageHref } from '@emberwatch/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../../api/hooks.ts'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { Code } from '../../../kit/code.tsx'
import { ListSkeleton, LoadFailed } from '../../../kit/list/list-states.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { Time } from '../../../kit/time.tsx'
import { useCan } from '../../../session/me.tsx'
import { StateTag } from './alarm-cells.tsx'
import { typeName } from './alarm-labels.ts'

const { device } = endpoints

const shown = 8

interface PartProps {
  title: string
  /** Link to the full list on the device's own page. */
  href: string
  more: number
  query: { isError: boolean; error: Error | null; refetch: () => unknown; isPending: boolean }
  children: ReactNode
}

const Part = ({ title, href, more, query, children }: PartProps) => {
  const { t } = useTranslation('alarm-detail')
  return (
    <section className="ew-panel">
      <h2>
        {title}
        <a className="ew-link ew-alarm-all" href={`#${href}`}>
          {more > shown ? t(($) => $.device.all, { count: more }) : t(($) => $.device.open)}
        </a>
      </h2>
      {query.error ? (
        <LoadFailed reason={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <ListSkeleton rows={3} />
      ) : (
        children
      )}
    </section>
  )
}

const History = ({ id, alarmId }: { id: number; alarmId: number }) => {
  const { t } = useTranslation('alarm-detail')
  const can = useCan()
  const words = t(($) => $.device, { returnObjects: true })
  const names: Readonly<Record<string, string>> = useTranslation('device').t(($) => $.values.names, { returnObjects: true })
  const page = { id, pageSize: shown }
  const quiet = { quiet: true }
  const alarms = useCall(device.alarms, page, quiet)
  const faults = useCall(device.faults, page, { ...quiet, enabled: can('fault:view') })
  const orders = useCall(device.orders, page, quiet)
  const values = useCall(device.values, { id }, quiet)
  const to = (tab: string): string => pageAddress('deviceDetail', { id, tab })
  return (
    <>
      <Part title={words.alarms} href={to('alarms')} more={alarms.data?.total ?? 0} query={alarms}>
        <PlainTable
          label={words.alarms}
          rows={alarms.data?.list ?? []}
          columns={[
            { label: fieldLabel('firstAt'), render: (row) => <Time value={row.firstAt} /> },
            {
              label: fieldLabel('code'),
              render: (row) =>
                row.id === alarmId ? (
                  <strong>{`${row.code} (${words.thisOne})`}</strong>
                ) : (
                  <Code href={pageHref('alarmDetail', { id: row.id })}>{row.code}</Code>
                ),
            },
            { label: fieldLabel('alarmType'), render: (row) => typeName(row) },
            { label: fieldLabel('state'), render: (row) => <StateTag alarm={row} /> },
            {
              label: words.outcome,
              render: (row) =>
                [
                  row.cause && enumLabel('misreportCause', row.cause),
                  row.handleWay && enumLabel('handleWay', row.handleWay),
                  row.note,
                ]
                  .filter(Boolean)
                  .join(' · ') || '—',
            },
          ]}
        />
      </Part>
      {can('fault:view') && (
        <Part title={words.faults} href={to('faults')} more={faults.data?.total ?? 0} query={faults}>
          <PlainTable
            label={words.faults}
            rows={faults.data?.list ?? []}
            columns={[
              { label: fieldLabel('firstAt'), render: (row) => <Time value={row.firstAt} /> },
              {
                label: fieldLabel('code'),
                render: (row) => <Code href={pageHref('faultDetail', { id: row.id })}>{row.code}</Code>,
              },
              { label: fieldLabel('faultType'), render: (row) => typeName(row) },
              { label: fieldLabel('state'), render: (row) => <StatusTag enumeration="faultState" value={row.state} /> },
              { label: fieldLabel('note'), render: (row) => row.note ?? '—' },
            ]}
          />
        </Part>
      )}
      <Part title={words.orders} href={to('orders')} more={orders.data?.total ?? 0} query={orders}>
        <PlainTable
          label={words.orders}
          rows={orders.data?.list ?? []}
          columns={[
            {
              label: fieldLabel('orderCode'),
              render: (row) =>
                can(`${row.kind}Order:view`) ? (
                  <Code href={pageHref(`${row.kind}OrderDetail`, { id: row.id })}>{row.code}</Code>
                ) : (
                  row.code
                ),
            },
            { label: fieldLabel('kind'), render: (row) => enumLabel('orderKind', row.kind) },
            { label: fieldLabel('status'), render: (row) => <StatusTag enumeration="orderStatus" value={row.status} /> },
            { label: fieldLabel('description'), render: (row) => row.description },
            { label: fieldLabel('createdAt'), render: (row) => <Time value={row.createdAt} /> },
          ]}
        />
      </Part>
      <Part title={words.values} href={to('values')} more={0} query={values}>
        {values.data?.lastSeenAt && (
          <p className="ew-muted">
            <Time value={values.data.lastSeenAt} />
          </p>
        )}
        <PlainTable
          label={words.values}
          rows={(values.data?.values ?? []).map((value, index) => ({ ...value, id: index }))}
          columns={[
            { label: fieldLabel('name'), render: ({ name }) => names[name] ?? name },
            { label: fieldLabel('value'), render: ({ value }) => value },
          ]}
        />
      </Part>
    </>
  )
}

/** The recent history of the device: its last alarms, faults, orders and values. */
export const AlarmDevice = ({ alarm }: { alarm: AlarmDetail }) => {
  const { t } = useTranslation('alarm-detail')
  if (alarm.deviceId === null) return <p className="ew-empty">{t(($) => $.device.none)}</p>
  return <History id={alarm.deviceId} alarmId={alarm.id} />
}
