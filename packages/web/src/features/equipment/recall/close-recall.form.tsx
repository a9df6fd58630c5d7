import { endpoints, type RecallRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

/** Closes a recall, and shows how many devices are still in use. */
export default function CloseRecall({ row, onClose }: { row: RecallRow; onClose: () => void }) {
  const { t } = useTranslation('recall')
  return (
    <FormDialog
      endpoint={endpoints.recall.close}
      title={t(($) => $.closeTitle, { code: row.code })}
      ok={t(($) => $.close)}
      saved={t(($) => $.closedNow)}
      fields={['note']}
      hidden={{ id: row.id, version: row.version }}
      onClose={onClose}
    >
      {row.inUseCount > 0 && (
        <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.stillInUse, { count: row.inUseCount })} />
      )}
    </FormDialog>
  )
}
