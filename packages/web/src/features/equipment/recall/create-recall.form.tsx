import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

/** Recalls a batch. */
export default function CreateRecall({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('recall')
  return (
    <FormDialog
      endpoint={endpoints.recall.create}
      title={t(($) => $.create)}
      saved={t(($) => $.created)}
      fields={[
        'batch',
        {
          name: 'modelId',
          source: endpoints.deviceModel.select,
          sourceInput: { devicesOnly: true },
          hint: t(($) => $.modelHint),
        },
        'reason',
      ]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.createHint)} />
    </FormDialog>
  )
}
