import { endpoints } from '@emberwatch/contract'
import { Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { setUp } = endpoints

/** How to make a backup. Only a person can know that one lies elsewhere. */
export default function BackupForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('set-up')
  return (
    <FormDialog
      endpoint={setUp.confirmBackup}
      title={t(($) => $.backup.title)}
      ok={t(($) => $.backup.confirm)}
      saved={t(($) => $.backup.saved)}
      fields={[]}
      onClose={onClose}
    >
      <p>{t(($) => $.backup.text, { restore: 'npm run restore' })}</p>
      <Typography.Paragraph copyable={{ text: 'npm run backup -- emberwatch.backup' }}>
        <code>npm run backup -- emberwatch.backup</code>
      </Typography.Paragraph>
    </FormDialog>
  )
}
