import { endpoints, type OutputOf, pageHref, type SignRecord } from '@emberwatch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { enumLabel } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { TwoLines } from '../../../kit/list/standard-columns.tsx'
import { MapView, type MapPlace } from '../../../kit/map/map-view.tsx'
import { degreesText } from '../../../kit/map/position.ts'
import { formatInZone } from '../../../kit/time.tsx'

type Site = OutputOf<typeof endpoints.signSite.detail>

/** The sign-ins at an address: on the map around it, and as a list. */
export const SignRecords = ({ site }: { site: Site }) => {
  const { t } = useTranslation('sign-site')
  const [rows, setRows] = useState<readonly SignRecord[]>([])
  const noteOf = ({ at, distanceM, result }: SignRecord): string => {
    const values = { time: formatInZone(at, site.timeZone), result: enumLabel('signInResult', result) }
    return distanceM === null ? t(($) => $.recordNoteUnknown, values) : t(($) => $.recordNote, { ...values, distance: distanceM })
  }
  const places: MapPlace[] = [
    { id: 'site', label: site.name, position: site.position, radiusM: site.radiusM },
    ...rows.map((row) => ({
      id: row.id,
      label: row.engineer,
      note: noteOf(row),
      position: row.position,
      tone: row.result === 'inRadius' ? ('normal' as const) : ('fault' as const),
    })),
  ]
  return (
    <>
      {rows.length > 0 && (
        <section className="ew-panel">
          <h2>{t(($) => $.recordsMap)}</h2>
          <MapView label={t(($) => $.recordsMap)} points={places} withoutList />
        </section>
      )}
      <ListPage
        embedded
        endpoint={endpoints.signSite.records}
        title={t(($) => $.recordsList)}
        fixed={{ siteId: site.id }}
        filters={[{ kind: 'input', name: 'keyword', label: t(($) => $.recordKeyword) }, 'result', { kind: 'dateRange' }]}
        columns={[
          'at',
          'engineer',
          { field: 'result', enumeration: 'signInResult' },
          { field: 'scan', enumeration: 'signScan' },
          {
            field: 'distanceM',
            render: ({ distanceM, accuracyM }) => (
              <TwoLines small={accuracyM === null ? null : t(($) => $.accuracy, { metres: accuracyM })}>
                {distanceM ?? '—'}
              </TwoLines>
            ),
          },
          {
            field: 'orderCode',
            render: ({ orderId, orderCode, orderKind }) => (
              <TwoLines small={enumLabel('orderKind', orderKind)}>
                <a href={pageHref(`${orderKind}OrderDetail`, { id: orderId })}>{orderCode}</a>
              </TwoLines>
            ),
          },
          'reason',
          {
            field: 'position',
            label: t(($) => $.at),
            optional: true,
            render: ({ position }) => `${degreesText(position)} (${position.coordinateSystem})`,
          },
        ]}
        tone={({ result, scan }) =>
          result === 'outOfRadius' || result === 'mocked' || scan === 'elsewhere' || scan === 'forged' ? 'fault' : undefined
        }
        onRows={setRows}
      />
    </>
  )
}
