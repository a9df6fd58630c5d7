import { endpoints } from '@emberwatch/contract'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { inputFacts } from '../../../kit/schema.ts'
import { PhotosField } from '../../base/file/photos.tsx'

const { userFeedback, orderCommon } = endpoints

/** A customer writes to the company that serves the premises. */
export default function CreateFeedback({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('user-feedback')
  return (
    <FormDialog
      endpoint={userFeedback.create}
      title={t(($) => $.create)}
      ok={t(($) => $.send)}
      saved={t(($) => $.created)}
      fields={[
        { name: 'projectId', source: orderCommon.project },
        { name: 'deviceCode', hint: t(($) => $.deviceHint) },
        { name: 'content', hint: t(($) => $.contentHint) },
        { name: 'photos', control: <PhotosField most={inputFacts(userFeedback.create)['photos']?.maxItems ?? 1} /> },
      ]}
      onClose={onClose}
    />
  )
}
