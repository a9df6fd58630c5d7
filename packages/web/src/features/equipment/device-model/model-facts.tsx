import { endpoints, type DeviceModelRow } from '@emberwatch/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { download } from '../../../api/files.ts'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { Facts } from '../../../kit/detail/facts.tsx'

const deviceModel = endpoints.deviceModel

/** The facts of a model, and how its devices are supervised. */
export const ModelFacts = ({ row }: { row: DeviceModelRow }) => {
  const { t } = useTranslation('device-model')
  const { name, manualFile } = row
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
        facts={['supervision', 'heartbeatS', 'offlineAfterS', 'lowBatteryPercent', 'resendUnanswered']}
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
