import { type DeviceSeriesRow, endpoints, pageHref } from '@emberwatch/contract'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { FileImage } from '../../../kit/file-image.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { auditColumnsWith, TwoLines } from '../../../kit/list/standard-columns.tsx'
import { useRowActions } from '../../../kit/row-actions.tsx'
import { formatDay } from '../../../kit/time.tsx'
import { useNow } from '../../../kit/clock.tsx'
import './device-model.css'

const SeriesForm = lazy(() => import('./series.form.tsx'))

const deviceSeries = endpoints.deviceSeries

const CertificateEnd = ({ certificateNo, certificateExpires }: DeviceSeriesRow) => {
  const { t } = useTranslation('device-model')
  // A series belongs to no site: the reader's day.
  const today = formatDay(useNow())
  if (certificateNo === null && certificateExpires === null) return '—'
  const isOver = certificateExpires !== null && certificateExpires < today
  return (
    <TwoLines small={certificateExpires && (isOver ? `${certificateExpires} ${t(($) => $.series.expired)}` : certificateExpires)}>
      {certificateNo ?? '—'}
    </TwoLines>
  )
}

/** The series that models belong to, for the whole product. */
export default function DeviceSeriesListPage() {
  const { t } = useTranslation('device-model')
  const { toolbar, edit, setEnabled, remove, dialog } = useRowActions<DeviceSeriesRow>({
    calls: deviceSeries,
    renderForm: (open) => <SeriesForm {...open} />,
    nameOf: ({ name }) => name,
    texts: {
      create: t(($) => $.series.create),
      disable: () => t(($) => $.series.disable),
      remove: t(($) => $.series.deleteHint),
    },
  })
  return (
    <>
      <ListPage
        endpoint={deviceSeries.page}
        filters={[
          { kind: 'input', name: 'keyword', label: t(($) => $.series.keyword) },
          'category',
          'network',
          'enabled',
          { kind: 'dateRange' },
        ]}
        columns={[
          {
            field: 'name',
            render: ({ name, code, image }) => (
              <span className="ew-series-name">
                {image && <FileImage id={image} alt="" className="ew-series-image" />}
                <TwoLines small={code}>{name}</TwoLines>
              </span>
            ),
          },
          'category',
          'network',
          'manufacturer',
          { field: 'certificateNo', render: (row) => <CertificateEnd {...row} /> },
          { field: 'serviceYears', optional: true },
          {
            field: 'models',
            render: ({ id, models }) => <a href={pageHref('deviceModelList', { seriesId: id })}>{models}</a>,
          },
          'enabled',
          ...auditColumnsWith('updatedAt'),
        ]}
        actions={toolbar}
        rowActions={(row) => [edit(row), setEnabled(row), remove(row)]}
      />
      {dialog}
    </>
  )
}
