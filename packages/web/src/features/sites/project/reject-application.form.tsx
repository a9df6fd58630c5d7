import { endpoints, type ApplicationRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { projectUnionApply: apply } = endpoints

/** Rejects an application, with a reason for the applicant. */
export default function RejectApplication({ row, onClose }: { row: ApplicationRow; onClose: () => void }) {
  const { t } = useTranslation('project')
  return (
    <FormDialog
      danger
      endpoint={apply.reject}
      title={t(($) => $.rejectForm.title, { name: row.name })}
      ok={t(($) => $.actions.reject)}
      saved={t(($) => $.done.reject)}
      hidden={{ id: row.id }}
      fields={['reason']}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.rejectForm.hint)} />
    </FormDialog>
  )
}
