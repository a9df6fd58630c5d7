import type { OrderDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/i18n.ts'
import { Facts } from '../../kit/detail/facts.tsx'
import { StatusTag } from '../../kit/status-tag.tsx'
import type { OrderKind } from './order-kind.ts'
import { Photos } from './photos.tsx'
import { PlainTable } from '../../kit/plain-table.tsx'
import '../../kit/detail/detail.css'

/** The devices of an order, each with its result. */
export const DeviceResults = ({ devices }: Pick<OrderDetail, 'devices'>) => {
  const { t } = useTranslation('order')
  return (
    <PlainTable
      label={t(($) => $.tabs.devices)}
      rows={devices}
      columns={[
        { label: fieldLabel('deviceCode'), render: ({ code }) => code },
        { label: fieldLabel('deviceName'), render: ({ name }) => name },
        { label: fieldLabel('modelName'), render: ({ modelName }) => modelName },
        { label: fieldLabel('roomNumber'), render: ({ roomNumber }) => roomNumber ?? '—' },
        {
          label: fieldLabel('result'),
          render: ({ result }) => (result ? <StatusTag enumeration="completeType" value={result} /> : '—'),
        },
        { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
      ]}
    />
  )
}

/** The engineer's report: result, note, result per device, photos. Empty before the order was completed. */
export const Completion = ({ kind, order }: { kind: OrderKind; order: OrderDetail }) => {
  const { t } = useTranslation('order')
  if (order.completeType === null) return null
  return (
    <>
      <Facts
        title={t(($) => $.panels.work)}
        endpoint={kind.calls.detail}
        row={order}
        facts={['completeType', 'finishedAt', { field: 'note', value: order.completeNote ?? '—', wide: true }]}
      />
      <section className="ew-panel-gap">
        <DeviceResults devices={order.devices} />
      </section>
      {order.completePhotos.length > 0 && (
        <section className="ew-panel">
          <h2>{t(($) => $.panels.completePhotos)}</h2>
          <Photos ids={order.completePhotos} />
        </section>
      )}
    </>
  )
}
