import { endpoints } from '@emberwatch/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'

const { make, rotate } = endpoints.firmwareKey

/** Creating the first key, rotating it, or starting again because the current one was lost. */
export type KeyStep = 'make' | 'rotate' | 'restart'

/** Creates or rotates the key, after the password has been entered again. */
export default function SigningKeyForm({ kind, onClose }: { kind: KeyStep; onClose: () => void }) {
  const { t } = useTranslation('firmware')
  const isNew = kind === 'make'
  return (
    <FormDialog
      endpoint={kind === 'rotate' ? rotate : make}
      danger={!isNew}
      title={t(($) => $[`${kind}Title`])}
      ok={t(($) => $[kind])}
      saved={kind === 'rotate' ? t(($) => $.rotated) : t(($) => $.made)}
      fields={[{ name: 'password', kind: 'password', hint: t(($) => $.passwordHint) }]}
      onClose={onClose}
    >
      <Alert className="ew-form-alert" type={isNew ? 'info' : 'warning'} showIcon title={t(($) => $[`${kind}Text`])} />
    </FormDialog>
  )
}
