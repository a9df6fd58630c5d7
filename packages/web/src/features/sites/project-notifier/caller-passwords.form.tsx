import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { withoutNulls } from '../../../kit/form/rules.ts'

/** Sets both caller passwords of a project, so that nobody who edits them needs to see the old ones. */
export default function CallerPasswordsForm({
  projectId,
  updatedAt,
  onClose,
}: {
  projectId: number
  updatedAt: string | null
  onClose: () => void
}) {
  const { t } = useTranslation('project-notifier')
  return (
    <FormDialog
      endpoint={endpoints.projectNotifier.setPasswords}
      title={t(($) => $.words.title)}
      hidden={withoutNulls({ projectId, updatedAt })}
      fields={[
        { name: 'callerPassword', hint: t(($) => (updatedAt !== null ? $.words.anew : $.words.callerHint)) },
        { name: 'duressPassword', hint: t(($) => $.words.duressHint) },
      ]}
      onClose={onClose}
    />
  )
}
