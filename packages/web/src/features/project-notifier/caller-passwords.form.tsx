import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

/** Sets what callers of a project say, both anew: nobody who edits needs to see what it was. */
export default function CallerPasswordsForm({
  projectId,
  isSet,
  onClose,
}: {
  projectId: number
  isSet: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('project-notifier')
  return (
    <FormDialog
      endpoint={endpoints.projectNotifier.setPasswords}
      title={t(($) => $.words.title)}
      hidden={{ projectId }}
      fields={[
        { name: 'callerPassword', hint: t(($) => (isSet ? $.words.anew : $.words.callerHint)) },
        { name: 'duressPassword', hint: t(($) => $.words.duressHint) },
      ]}
      onClose={onClose}
    />
  )
}
