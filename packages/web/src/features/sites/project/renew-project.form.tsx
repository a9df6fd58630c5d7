import { endpoints, type ProjectRow } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../../kit/detail/facts.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { Due } from './project-cells.tsx'
import '../../../kit/detail/detail.css'

/** Sets a later end of maintenance. */
export default function RenewProject({ row, onClose }: { row: ProjectRow; onClose: () => void }) {
  const { t } = useTranslation('project')
  return (
    <FormDialog
      width={440}
      endpoint={endpoints.project.renew}
      title={t(($) => $.renewForm.title, { name: row.name })}
      ok={t(($) => $.actions.renew)}
      saved={t(($) => $.done.renew)}
      hidden={{ id: row.id }}
      fields={[{ name: 'dueAt', label: t(($) => $.renewForm.due) }]}
      onClose={onClose}
    >
      <Facts
        endpoint={endpoints.project.detail}
        row={row}
        facts={[{ field: 'dueAt', label: t(($) => $.columns.due), value: <Due row={row} /> }]}
      />
    </FormDialog>
  )
}
