import type { OrderDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { clauses, enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { MapView } from '../../../kit/map/map-view.tsx'
import '../../../kit/detail/detail.css'
import { Facts } from '../../../kit/detail/facts.tsx'
import { PlainTable } from '../../../kit/plain-table.tsx'
import { formatInZone, Time } from '../../../kit/time.tsx'
import { Completion, DeviceResults, OrderParts } from './completion.tsx'
import { Schedule } from './due.tsx'
import { PaperChecks } from './order-checks.tsx'
import { engineerNames } from './order-actions.ts'
import type { OrderKind } from './order-kind.ts'
import { useStepName } from './order-timeline.tsx'
import './order.css'

const phoneLink = (number: string | null) => (number === null ? null : <a href={`tel:${number}`}>{number}</a>)

/** Where the work is, whom to call there, and how to get in. Printed without the map. */
export const OrderPlace = ({ order: { site, projectName }, withMap }: { order: OrderDetail; withMap: boolean }) => {
  const { t } = useTranslation('order')
  const { latitude, longitude, coordinateSystem, contacts } = site
  const position =
    latitude === null || longitude === null
      ? null
      : { latitude, longitude, coordinateSystem: coordinateSystem ?? ('WGS84' as const) }
  const facts = [
    ['address', site.address || null],
    ['phone', phoneLink(site.phone)],
    ['controlRoomPhone', phoneLink(site.controlRoomPhone)],
    [
      'contacts',
      contacts.length === 0
        ? null
        : clauses(contacts.map(({ name, role, phone }) => `${name} (${enumLabel('notifierRole', role)}) ${phone ?? ''}`.trim())),
    ],
    ['accessNotes', site.accessNotes],
    ['vehicleAccess', site.vehicleAccess],
    ['keysHeld', site.keysHeld],
    ['hazards', site.hazards],
  ] as const
  return (
    <section className="ew-panel">
      <h2>{t(($) => $.place.title)}</h2>
      <dl className="ew-described">
        {facts.map(([name, value]) => (
          <div key={name} data-wide={name === 'address' || name === 'contacts'}>
            <dt>{t(($) => $.place[name])}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
      {withMap && position && (
        <MapView label={t(($) => $.place.map)} points={[{ id: 'site', label: projectName, position }]} withoutList />
      )}
    </section>
  )
}

/** An order on one sheet, to print and sign: the task, each device, the work done, and lines for signatures. */
export const OrderSheet = ({ kind, order }: { kind: OrderKind; order: OrderDetail }) => {
  const { t } = useTranslation('order')
  const stepName = useStepName()
  const { sites, timeZone } = order
  const visited = sites.map(({ name, signedAt }) =>
    [name, signedAt && formatInZone(signedAt, timeZone)].filter(Boolean).join(' '),
  )
  return (
    <>
      <p>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t(($) => $.sheet.print)}
        </Button>
      </p>
      <Facts
        title={`${enumLabel('orderKind', order.kind)} · ${order.code}`}
        endpoint={kind.calls.detail}
        row={order}
        facts={[
          'projectName',
          'customerName',
          'companyName',
          { field: 'engineers', value: engineerNames(order) || t(($) => $.nobody) },
          { field: 'scheduledFrom', label: t(($) => $.schedule), value: <Schedule order={order} /> },
          'dueAt',
          'finishedAt',
          { field: 'siteIds', value: clauses(visited) || t(($) => $.noSites) },
          { field: 'description', wide: true },
        ]}
      />
      <OrderPlace order={order} withMap={false} />
      {order.completeType === null ? (
        <section className="ew-panel-gap">
          <DeviceResults kind={kind} order={order} onPaper />
        </section>
      ) : (
        <Completion kind={kind} order={order} onPaper />
      )}
      <section className="ew-panel-gap">
        <PaperChecks order={order} />
      </section>
      {order.parts.length > 0 && (
        <section className="ew-panel-gap">
          <OrderParts order={order} />
        </section>
      )}
      <PlainTable
        label={t(($) => $.tabs.timeline)}
        rows={order.history}
        columns={[
          { label: t(($) => $.time), render: ({ at }) => <Time value={at} /> },
          { label: t(($) => $.step), render: ({ action }) => stepName(action) },
          { label: t(($) => $.actor), render: ({ actor }) => actor ?? t(($) => $.system) },
          { label: fieldLabel('note'), render: ({ note }) => note ?? '—' },
        ]}
      />
      <dl className="ew-order-signatures">
        {(['engineer', 'customer'] as const).map((who) => (
          <div key={who}>
            <dt>{t(($) => $.sheet[who])}</dt>
            <dd>{t(($) => $.sheet.date)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
