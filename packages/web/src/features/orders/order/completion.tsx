import { badResults, type OrderDetail, type OrderDevice, pageHref, openFindings } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Alert } from 'antd'
import { fieldLabel, listed } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FileImage } from '../../../kit/file-image.tsx'
import { StatusTag } from '../../../kit/status-tag.tsx'
import { useCan } from '../../../session/me.tsx'
import { orderKind, type OrderKind } from './order-kind.ts'
import { Photos } from '../../base/file/photos.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import './order-views.css'
import '../../../kit/detail/detail.css'

interface Part {
  kind: OrderKind
  order: OrderDetail
}

const repair = orderKind('repair')

/** The repair order created from a bad result, or a button to create one. */
const Repair = ({ device, order }: { device: OrderDevice; order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const can = useCan()
  if (device.repairOrderId !== null && device.repairOrderCode !== null) {
    const { repairOrderId: id, repairOrderCode: code } = device
    return can(repair.operation.view) ? <a href={pageHref('repairOrderDetail', { id })}>{code}</a> : <>{code}</>
  }
  if (device.result === null || !badResults.has(device.result) || !can(repair.operation.create)) return <>—</>
  const query = { create: 1, deviceCode: device.code, sourceOrderId: order.id, sourceKind: order.kind }
  return <a href={pageHref('repairOrderList', query)}>{t(($) => $.createRepair)}</a>
}

/** The devices of an order, each with its result and the values that its kind records. */
export const DeviceResults = ({ kind, order, onPaper = false }: Part & { onPaper?: boolean }) => {
  const { t } = useTranslation('order')
  const labels = t(($) => $.results.records, { returnObjects: true })
  return (
    <PlainTable<OrderDevice>
      label={t(($) => $.tabs.devices)}
      rows={order.devices}
      columns={[
        {
          label: fieldLabel('deviceCode'),
          render: ({ code, here }) => (
            <>
              {code} {!here && <small className="ew-order-held">{t(($) => $.deviceGone)}</small>}
            </>
          ),
        },
        { label: fieldLabel('deviceName'), render: ({ name }) => name },
        { label: fieldLabel('modelName'), render: ({ modelName }) => modelName },
        { label: fieldLabel('roomNumber'), render: ({ roomNumber }) => roomNumber ?? '—' },
        {
          label: fieldLabel('result'),
          render: ({ result }) => (result ? <StatusTag enumeration="orderResult" value={result} /> : '—'),
        },
        // The room is shown with every device anyway.
        ...kind.records
          .filter((field) => field !== 'roomNumber')
          .map((field) => ({
            label: labels[field],
            render: (device: OrderDevice) => (field === 'gatewayId' ? device.gatewayCode : device[field]) ?? '—',
          })),
        { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
        ...(order.devices.some(({ photos }) => photos.length > 0)
          ? [
              {
                label: fieldLabel('photos'),
                render: ({ photos }: OrderDevice) => (photos.length === 0 ? '—' : <Photos ids={photos} />),
              },
            ]
          : []),
        ...(kind.results.some((result) => badResults.has(result))
          ? [
              {
                label: t(($) => $.repairOrder),
                render: (device: OrderDevice) =>
                  onPaper ? (device.repairOrderCode ?? '—') : <Repair device={device} order={order} />,
              },
            ]
          : []),
      ]}
    />
  )
}

/** The engineer's report: result, note, result per device, photos. Empty until the order has been completed. */
export const Completion = ({ kind, order, onPaper = false }: Part & { onPaper?: boolean }) => {
  const { t } = useTranslation('order')
  if (order.completeType === null) return null
  return (
    <>
      <Facts
        title={t(($) => $.panels.work)}
        endpoint={kind.calls.detail}
        row={order}
        facts={[
          'completeType',
          'finishedAt',
          {
            field: 'labourMinutes',
            label: t(($) => $.work.labour),
            value: order.labourMinutes === null ? '—' : t(($) => $.work.minutes, { count: order.labourMinutes }),
          },
          ...(kind.kind === 'repair'
            ? ([
                { field: 'faultCause', wide: true },
                { field: 'repairAction', wide: true },
                {
                  field: 'retest',
                  value: order.retest === null ? '—' : <StatusTag enumeration="retestResult" value={order.retest} />,
                },
                'impairmentNotice',
              ] as const)
            : []),
          'acceptedBy',
          { field: 'note', value: order.completeNote ?? '—', wide: true },
        ]}
      />
      <section className="ew-panel-gap">
        <DeviceResults kind={kind} order={order} onPaper={onPaper} />
      </section>
      {order.acceptedSignature !== null && (
        <section className="ew-panel">
          <h2>{fieldLabel('acceptedSignature')}</h2>
          <FileImage
            id={order.acceptedSignature}
            alt={t(($) => $.work.signedBy, { name: order.acceptedBy ?? '' })}
            className="ew-order-signature"
          />
        </section>
      )}
      {order.completePhotos.length > 0 && (
        <section className="ew-panel">
          <h2>{t(($) => $.panels.completePhotos)}</h2>
          <Photos ids={order.completePhotos} />
        </section>
      )}
    </>
  )
}

/** Abnormal devices without a repair order. */
export const Findings = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const found = openFindings(order)
  if (found.length === 0 || order.completeType === null) return null
  const devices = listed(found.map(({ code, roomNumber }) => [roomNumber, code].filter(Boolean).join(' · ')))
  return (
    <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.findings, { count: found.length, devices })} />
  )
}

/** The parts that were used, and which device replaced which. */
export const OrderParts = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const words = t(($) => $.work, { returnObjects: true })
  if (order.parts.length === 0) return <p className="ew-empty">{words.noParts}</p>
  return (
    <PlainTable
      label={words.parts}
      rows={order.parts}
      columns={[
        { label: words.part, render: ({ name }) => name },
        { label: words.quantity, render: ({ quantity }) => quantity },
        {
          label: words.codes,
          render: ({ oldCode, newCode }) => (oldCode || newCode ? `${oldCode ?? '—'} → ${newCode ?? '—'}` : '—'),
        },
      ]}
    />
  )
}
