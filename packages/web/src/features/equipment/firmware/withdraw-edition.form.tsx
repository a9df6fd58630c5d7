import { endpoints, type FirmwareEditionRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

/** Withdraws a released edition, with the reason. */
export default function WithdrawEdition({ row, onClose }: { row: FirmwareEditionRow; onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const { id, name, editionVersion: version } = row
  return (
    <FormDialog
      danger
      endpoint={endpoints.firmwareEdition.withdraw}
      title={t(($) => $.withdrawTitle, { name, version })}
      hidden={{ id }}
      fields={['reason']}
      ok={t(($) => $.withdraw)}
      saved={t(($) => $.withdrawn)}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.withdrawText)} />
    </FormDialog>
  )
}
