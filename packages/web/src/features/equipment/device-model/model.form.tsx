import { endpoints, receivedProtocols, type DeviceModelRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { enumLabel, fieldLabel } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { UploadField } from '../../../kit/form/upload-field.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'

const deviceModel = endpoints.deviceModel
const manualTypes = ['.pdf', '.png', '.jpg', '.jpeg', '.docx'] as const
/** The server's default for attachments (readings.md); its own setting decides. */
const manualBytes = 20 * 1_048_576

/** Creates or edits a model. */
export default function ModelForm({ row, onClose }: { row?: DeviceModelRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('device-model')
  const manual = (
    <UploadField
      purpose="attachment"
      accept={manualTypes}
      most={manualBytes}
      label={fieldLabel('manualFile')}
      hint={t(($) => $.model.manualHint)}
    />
  )
  const first = ['name', 'code', { name: 'seriesId', source: endpoints.deviceSeries.select }] as const
  // A model may keep a protocol of which nothing is received yet; no other one can be chosen.
  const protocols = [...new Set([...receivedProtocols, row?.protocol ?? 'mqtt'])]
  const rest = [
    { name: 'protocol', options: protocols.map((value) => ({ value, label: enumLabel('modelProtocol', value) })) },
    { name: 'codecVersion', hint: t(($) => $.model.codecHint) },
    { name: 'supervision', hint: t(($) => $.model.supervisionHint) },
    { name: 'heartbeatS', hint: t(($) => $.model.heartbeatHint) },
    { name: 'offlineAfterS', hint: t(($) => $.model.offlineHint) },
    { name: 'lowBatteryPercent', hint: t(($) => $.model.lowBatteryHint) },
    'batteryType',
    'testMethod',
    { name: 'manualFile', control: manual },
    { name: 'makerKey', hint: t(($) => $.model.makerKeyHint) },
    { name: 'resendUnanswered', hint: t(($) => $.model.resendHint) },
  ] as const
  const shared = { drawer: true, width: 680, onClose } as const
  if (!row)
    return (
      <FormDialog
        {...shared}
        endpoint={deviceModel.create}
        title={t(($) => $.model.create)}
        fields={[...first, { name: 'isGateway', hint: t(($) => $.model.gatewayHint) }, ...rest]}
        initial={{ protocol: 'mqtt', supervision: 'heartbeat', heartbeatS: 300, lowBatteryPercent: 20 }}
      />
    )
  const { id, version, name, code, seriesId, protocol, supervision, heartbeatS, offlineAfterS, lowBatteryPercent } = row
  return (
    <FormDialog
      {...shared}
      endpoint={deviceModel.update}
      title={t(($) => $.model.edit)}
      fields={[...first, ...rest]}
      initial={{
        name,
        code,
        seriesId,
        protocol,
        supervision,
        heartbeatS,
        offlineAfterS,
        lowBatteryPercent,
        resendUnanswered: row.resendUnanswered,
        ...withoutNulls({
          codecVersion: row.codecVersion,
          batteryType: row.batteryType,
          testMethod: row.testMethod,
          manualFile: row.manualFile,
          makerKey: row.makerKey,
        }),
      }}
      hidden={{ id, version }}
    />
  )
}
