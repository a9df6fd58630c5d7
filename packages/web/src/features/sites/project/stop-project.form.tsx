import { endpoints, type ProjectRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

/** Stops the service of a project, with the reason, which its pages show from then on. */
export default function StopProject({ row, onClose }: { row: ProjectRow; onClose: () => void }) {
  const { t } = useTranslation('project')
  return (
    <FormDialog
      danger
      endpoint={endpoints.project.stop}
      title={t(($) => $.stopForm.title, { name: row.name })}
      ok={t(($) => $.actions.stop)}
      saved={t(($) => $.done.stop)}
      hidden={{ id: row.id }}
      fields={['reason']}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type="warning" showIcon title={t(($) => $.stopForm.hint)} />
    </FormDialog>
  )
}
