import type { OrderDetail } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { clauses, enumLabel } from '../../../i18n/i18n.ts'
import { MapView } from '../../../kit/map/map-view.tsx'
import '../../../kit/detail/detail.css'

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
