import { endpoints, type UnknownReportRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useShownHandled } from './unknown-cells.tsx'

const unknownDevice = endpoints.unknownDevice

interface RegisterDevicesProps {
  rows: readonly UnknownReportRow[]
  /** Removes them from the selection. */
  clear: () => void
  onClose: () => void
}

/** Registers several devices of one model, each at the gateway that reported it. */
export default function RegisterDevices({ rows, clear, onClose }: RegisterDevicesProps) {
  const { t } = useTranslation('unknown-report')
  const show = useShownHandled()
  return (
    <FormDialog
      endpoint={unknownDevice.registerMany}
      title={t(($) => $.register.titleMany, { count: rows.length })}
      ok={t(($) => $.register.action)}
      saved={null}
      hidden={{ ids: rows.map(({ id }) => id) }}
      fields={[
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        'building',
        'floor',
      ]}
      onSaved={(results) => {
        clear()
        show(
          rows,
          results,
          t(($) => $.register.doneMany),
        )
      }}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.register.hintMany)} />
    </FormDialog>
  )
}
