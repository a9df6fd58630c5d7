import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../kit/form/form-dialog.tsx'

const { make, rotate } = endpoints.firmwareKey

/** Makes or rotates the key, after the password has been entered again. */
export default function SigningKeyForm({ kind, onClose }: { kind: 'make' | 'rotate'; onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const isNew = kind === 'make'
  return (
    <FormDialog
      endpoint={isNew ? make : rotate}
      danger={!isNew}
      title={isNew ? t(($) => $.makeTitle) : t(($) => $.rotateTitle)}
      ok={isNew ? t(($) => $.make) : t(($) => $.rotate)}
      saved={isNew ? t(($) => $.made) : t(($) => $.rotated)}
      fields={[{ name: 'password', kind: 'password', hint: t(($) => $.passwordHint) }]}
      invalidates={[endpoints.firmwareEdition.page, endpoints.firmwareEdition.detail]}
      onClose={onClose}
    >
      <Alert
        className="ew-form-alert"
        type={isNew ? 'info' : 'warning'}
        showIcon
        title={isNew ? t(($) => $.makeText) : t(($) => $.rotateText)}
      />
    </FormDialog>
  )
}
