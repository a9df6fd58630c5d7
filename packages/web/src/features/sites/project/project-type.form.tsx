import { endpoints, type ProjectTypeRow } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'

const projectType = endpoints.projectType

/** Creates or edits a project type. Its code cannot change. */
export default function ProjectTypeForm({ row, onClose }: { row: ProjectTypeRow | undefined; onClose: () => void }) {
  const { t } = useTranslation('project')
  const fields = ['nameZh', 'nameEn', 'maintenanceYears', 'inspectionCycleDays', 'maintenanceCycleDays'] as const
  const hint = <Alert className="ew-form-alert" type="info" showIcon title={t(($) => $.type.hint)} />
  if (!row)
    return (
      <FormDialog endpoint={projectType.create} title={t(($) => $.type.create)} fields={['code', ...fields]} onClose={onClose}>
        {hint}
      </FormDialog>
    )
  const { id, version, nameZh, nameEn, maintenanceYears, inspectionCycleDays, maintenanceCycleDays } = row
  return (
    <FormDialog
      endpoint={projectType.update}
      title={t(($) => $.type.edit)}
      fields={fields}
      initial={withoutNulls({ nameZh, nameEn, maintenanceYears, inspectionCycleDays, maintenanceCycleDays })}
      hidden={{ id, version }}
      onClose={onClose}
    >
      {hint}
    </FormDialog>
  )
}
