import { endpoints, type DeviceModelRow, type Threshold } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { download } from '../../api/files.ts'
import { clauses, fieldLabel } from '../../i18n/i18n.ts'
import { Facts } from '../../kit/detail/facts.tsx'

const deviceModel = endpoints.deviceModel

/** A range such as `18 … 60 °C`, or one side of it. */
const rangeOf = ({ name, unit, minimum, maximum }: Threshold): string =>
  `${name}: ${minimum ?? '−∞'} … ${maximum ?? '∞'}${unit ? ` ${unit}` : ''}`

/** The facts of a model, and how its devices are supervised. */
export const ModelFacts = ({ row }: { row: DeviceModelRow }) => {
  const { t } = useTranslation('device-model')
  const { name, manualFile, thresholds } = row
  return (
    <>
      <Facts
        endpoint={deviceModel.detail}
        row={row}
        title={t(($) => $.model.basic)}
        facts={[
          'seriesName',
          'network',
          {
            field: 'isGateway',
            label: fieldLabel('type'),
            value: row.isGateway ? t(($) => $.model.gateway) : t(($) => $.model.device),
          },
          'protocol',
          'codecVersion',
          'installed',
          'batteryType',
          {
            field: 'manualFile',
            value:
              manualFile === null ? (
                '—'
              ) : (
                <Button
                  type="link"
                  size="small"
                  onClick={() => void download(endpoints.file.read, { id: manualFile }, name).catch(() => {})}
                >
                  {t(($) => $.model.download)}
                </Button>
              ),
          },
          { field: 'makerKey', value: row.makerKey ?? '—', wide: true },
          { field: 'testMethod', value: row.testMethod ?? '—', wide: true },
        ]}
      />
      <Facts
        endpoint={deviceModel.detail}
        row={row}
        title={t(($) => $.model.supervision)}
        facts={[
          'heartbeatS',
          'offlineAfterS',
          'lowBatteryPercent',
          'resendUnanswered',
          {
            field: 'thresholds',
            value: thresholds.length === 0 ? t(($) => $.thresholds.none) : clauses(thresholds.map(rangeOf)),
            wide: true,
          },
        ]}
      />
      <Facts
        endpoint={deviceModel.detail}
        row={row}
        title={t(($) => $.model.record)}
        facts={['createdAt', 'createdBy', 'updatedAt', 'updatedBy']}
      />
    </>
  )
}
