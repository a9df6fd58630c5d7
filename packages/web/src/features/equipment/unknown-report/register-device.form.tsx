import { endpoints, type UnknownReportRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useLinkPlace } from '../gateway/link-place.ts'

const unknownDevice = endpoints.unknownDevice

/** Registers a device at the gateway that reported it. */
export default function RegisterDevice({ row, onClose }: { row: UnknownReportRow; onClose: () => void }) {
  const { t } = useTranslation('unknown-report')
  const words = t(($) => $.register, { returnObjects: true })
  const code = row.deviceCode ?? ''
  // What is behind a transmitter is known by its place there, and gets a code with that of the transmitter.
  const place = useLinkPlace()(row.sourceFormat, code)
  return (
    <FormDialog
      drawer
      endpoint={unknownDevice.register}
      title={t(($) => $.register.title, { code })}
      ok={words.action}
      saved={words.done}
      hidden={{ id: row.id }}
      initial={place === undefined ? {} : { communicationCode: code }}
      fields={[
        'name',
        { name: 'modelId', source: endpoints.deviceModel.select, sourceInput: { devicesOnly: true } },
        { name: 'communicationCode', hint: place ?? words.communicationHint },
        'building',
        'floor',
        { name: 'roomNumber', label: fieldLabel('roomNumber') },
        'place',
      ]}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type="info"
        showIcon
        title={t(($) => $.register.hint, { gateway: row.gatewayCode, project: row.projectName ?? t(($) => $.noProject) })}
      />
    </FormDialog>
  )
}
